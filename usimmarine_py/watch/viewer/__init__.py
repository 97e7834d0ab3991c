"""The functions of pMarineViewer: reports of vehicles and of applications, its chart and its buttons."""
