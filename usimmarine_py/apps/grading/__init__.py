"""pMissionEval, pAutoPoke, uMayFinish and pMissionHash as MOOS applications, live and in lock step."""
