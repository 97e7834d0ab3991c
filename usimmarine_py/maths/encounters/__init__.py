"""How two vehicles pass each other: sides, crossings, closest approach."""
