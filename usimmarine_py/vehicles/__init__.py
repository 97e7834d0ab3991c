"""Vehicle parameter files shipped with the package."""
