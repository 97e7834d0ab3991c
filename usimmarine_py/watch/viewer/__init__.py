"""What pMarineViewer knows: reports of vehicles and of applications, shapes, its chart and its buttons."""
