"""Blocks that judge a mission: pMissionEval, pAutoPoke, uMayFinish and pMissionHash, without clock or files."""
