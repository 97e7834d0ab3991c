"""The mail of helm, controllers, graders and the applications of a field: who reads and who posts which variable.

That of the simulator is declared by its parts (``check.table``). What a block renames stands under its default name;
``<X>`` is a part that differs: a vehicle's or an application's name, an identifier.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

from usimmarine_py.values.key import MailEntry

# A line of mail: `<` read or `>` posted, name, kind and unit, when, what for.
_TABLE = """
usim_guidance
< PREFIX_X | number, m | always | Place, east; PREFIX is that of the simulator.
< PREFIX_Y | number, m | always | Place, north.
< PREFIX_HEADING | number, deg | always | Heading.
< PREFIX_HEADING_OVER_GROUND | number, deg | with drift_compensation = course | Course.
< PREFIX_SPEED_OVER_GROUND | number, m/s | with drift_compensation = course | Speed over ground.
< PREFIX_DEPTH | number, m | with altitude | Depth.
< PREFIX_ALTITUDE | number, m | with altitude | Height over the ground.
< GUIDANCE_CMD | text | at any time | start, stop or restart.
> DESIRED_HEADING | number, deg | each iteration | Heading to steer.
> DESIRED_SPEED | number, m/s | each iteration | Speed to make.
> DESIRED_DEPTH | number, m | each iteration | Depth to hold.
> GUIDANCE_CROSS_TRACK | number, m | each iteration | Distance from the path, positive to starboard.
> GUIDANCE_CRAB | number, deg | with drift compensation | How far the vehicle drifts to starboard of its bow.
> GUIDANCE_EVENT | text | at events | Waypoint reached, rounded or passed; arc made smaller; plan finished.
> GUIDANCE_STATUS | text | on change | What it does.
> MOOS_MANUAL_OVERRIDE | text | once | false: the controller may steer.

usim_pid
< DESIRED_HEADING | number, deg | always | Heading to steer.
< DESIRED_SPEED | number, m/s | always | Speed to make.
< DESIRED_DEPTH | number, m | with depth_control | Depth to hold.
< NAV_HEADING | number, deg | always | Heading.
< NAV_YAW | number, rad | always | Yaw, instead of the heading; ignore_nav_yaw leaves it out.
< NAV_SPEED | number, m/s | always | Speed.
< NAV_DEPTH | number, m | with depth_control | Depth.
< NAV_PITCH | number, rad | with depth_control | Pitch.
< MOOS_MANUAL_OVERRIDE | text | at any time | true: a person steers.
< MOOS_MANUAL_OVERIDE | text | at any time | The same, as older programs spell it.
< SPEED_FACTOR | number, % per m/s | at any time | Replaces speed_factor.
> DESIRED_RUDDER | number, % | while it has control | Rudder.
> DESIRED_THRUST | number, % | while it has control | Thrust.
> DESIRED_ELEVATOR | number, % | while it has control, with depth_control | Elevator.
> PID_HAS_CONTROL | text | on change | true or false.
> PID_STALE | text | when mail is too old | Which variable is stale, and its age.
> PID_HDG_DEBUG | text | with heading_debug | Numbers of the heading loop.
> PID_SPD_DEBUG | text | with speed_debug | Numbers of the speed loop.
> PID_DEP_DEBUG | text | with depth_debug | Numbers of the depth loop.
> PID_MAX_SAT_HDG_DEBUG | text | at the limit of the rudder | Numbers of the loop.
> PID_MAX_SAT_SPD_DEBUG | text | at the limit of the thrust | Numbers of the loop.
> PID_MAX_SAT_DEP_DEBUG | text | at the limit of the elevator | Numbers of the loop.
> PID_REPORT | text | pMarinePID with verbose = true | Numbers of every loop.

pHelmIvP
< DB_CLIENTS | text | always | Whether another helm is there.
< MOOS_MANUAL_OVERRIDE | text | at any time | true: the helm parks; false: it drives.
< MOOS_MANUAL_OVERIDE | text | at any time | The same, as older programs spell it.
< RESTART_HELM | text | at any time | Behaviours begin anew.
< IVPHELM_REJOURNAL | text | at any time | A whole summary. functions: BHV_IPF of one iteration; functions=S: of S s.
< BHV_ABLE_FILTER | text | at any time | Disables, enables or expunges behaviours: action=disable,contact=ben.
< NAV_X | number, m | always | Place, east.
< NAV_Y | number, m | always | Place, north.
< NAV_HEADING | number, deg | always | Heading.
< NAV_SPEED | number, m/s | always | Speed.
< NAV_DEPTH | number, m | always | Depth.
< HELM_MAP_CLEAR | number | at any time | Behaviours draw again: a viewer has come.
< NODE_REPORT | report | always | A contact.
< NODE_REPORT_LOCAL | report | always | Own ship: its group.
< AIS_REPORT | report | always | A contact.
< AIS_REPORT_LOCAL | report | always | A contact.
< IVPHELM_STATE | text | always | The state of another helm, for a standby.
> DESIRED_HEADING | number, deg | each decision over course | Course that was decided.
> DESIRED_SPEED | number, m/s | each decision over speed | Speed that was decided.
> DESIRED_DEPTH | number, m | each decision over depth | Depth that was decided.
> IVPHELM_STATE | text | each iteration | DRIVE, PARK, STANDBY, MALCONFIG or DISABLED.
> IVPHELM_ITER | number | each decision | Count of iterations.
> IVPHELM_SUMMARY | text | each decision | Decision, modes, behaviours by state; only what has changed.
> IVPHELM_ALLSTOP | text | on change | Why the vehicle stands, or clear.
> IVPHELM_DOMAIN | text | at the start | The axes that are decided over.
> IVPHELM_MODESET | text | at the start | The tree of modes.
> IVPHELM_ALIAS | text | at the start, with helm_alias | Its other name.
> IVPHELM_REGISTER | text | on change | Variables that it has asked for.
> IVPHELM_STATEVARS | text | on change | Variables of conditions.
> IVPHELM_UPDATEVARS | text | on change | Variables of updates.
> IVPHELM_UPDATE_RESULT | text | after an update | Whether a behaviour took it.
> IVPHELM_BHV_CNT | number | on change | Behaviours that live.
> IVPHELM_BHV_CNT_EVER | number | on change | Behaviours that have lived.
> IVPHELM_BHV_<STATE> | text | on change | Names of behaviours: ACTIVE, RUNNING, IDLE, DISABLED.
> IVPHELM_BHV_<STATE>_CNT | number | on change | How many they are.
> IVPHELM_BHVSET_WARNING | text | at a warning | A behaviour that could not be made.
> IVPHELM_COMPLETED_PENDING | text | on change | Whether completed behaviours have yet to leave.
> IVPHELM_COMPLETED_COUNT | number | on change | How many.
> IVPHELM_LIFE_EVENT | text | when a behaviour begins or ends | Name, kind and why.
> BHV_IPF | text | when asked for (IVPHELM_REJOURNAL) | A part of a behaviour's objective function.
> IVPHELM_IPF_CNT | number | each decision | Objective functions.
> IVPHELM_TOTAL_PCS_FORMED | number | each decision | Their pieces.
> IVPHELM_TOTAL_PCS_CACHED | number | each decision | 0.
> IVPHELM_CPU | number, s | each iteration, live | Processor time.
> IVPHELM_CREATE_CPU | number, s | each decision, live | That of the functions.
> IVPHELM_LOOP_CPU | number, s | each decision, live | That of the iteration.
> IVPHELM_SKEW | text | mail of a clock that differs | Which message is ignored.
> IVPHELM_RESTARTED | text | after RESTART_HELM | true.
> IVPHELM_CONTACT_SUMMARY | text | each decision with contacts | Contacts that behaviours are about.
> IVPHELM_LEDGER_SUMMARY | text | each decision | Vehicles that are known.
> PHELMIVP_PID | number | at the start | Number of its process.
> PLOGGER_CMD | text | at the start | Files for the logger to copy.
> TURN_RATE | number, deg | each decision | Mean change of heading in an iteration.
> BHV_STATUS | text | on change of a behaviour | Name and state.
> BHV_WARNING | text | at a warning | Of a behaviour.
> BHV_ERROR | text | at an error | Of a behaviour; the vehicle may stop.
> BHV_CONFIG_WARNING | text | at a bad update | Of a behaviour.
> BHV_BAD_CONFIG | text | at a bad parameter | Of a behaviour about obstacles.
> BHV_SETTINGS | text | on change, with verbose settings | Settings of a behaviour.

behaviours of the helm
< NAV_ALTITUDE | number, m | BHV_MinAltitudeX, BHV_OpRegion, BHV_OpRegionV24 | Height over the ground.
< DESIRED_RUDDER | number, % | BHV_FixedTurn, BHV_FixTurn | Rudder, for the report of the turn.
< DESIRED_RUDDERX | number, % | BHV_FixedTurn | The same, where DESIRED_RUDDER was never posted.
< DESIRED_HEADING | number, deg | BHV_HeadingChange, BHV_HSLine, BHV_PModelView | What the helm has decided.
< DESIRED_SPEED | number, m/s | BHV_HeadingChange, BHV_HSLine, BHV_PModelView | What the helm has decided.
< AVOIDING | text | BHV_AvoidCollision | Read, without effect.
> BCM_ALERT_REQUEST | text | behaviours about contacts that are templates | What pContactMgrV20 is to alert of.
> OBM_ALERT_REQUEST | text | behaviours about obstacles that are templates | What pObstacleMgr is to alert of.
> AOF_R16 | text | BHV_AvdColregs, with post_per_contact_info | Messages of the making of its function.
> WPT_EFF_<WHAT> | number or text | BHV_Waypoint, with efficiency_measure | DIST, TIME, SUMM of LEG and ALL.
> NODE_MESSAGE_LOCAL | text | at inter-vehicle flags | A message to other vehicles.
> MOOS_MANUAL_OVERRIDE | text | BHV_OpRegion, at a breach with an all-stop | true.
> VIEW_POINT | text | with visual hints | Waypoints, trackpoints, places of contacts.
> VIEW_SEGLIST | text | with visual hints | Legs, turns, lines to contacts.
> VIEW_SEGLR | text | TestViews | A drawing.
> VIEW_POLYGON | text | with visual hints | Regions, obstacles and their buffers, loiter polygons.
> WPT_ODO | number, m | BHV_Waypoint | Way since the start.
> WPT_STAT | text | BHV_Waypoint | Status; wpt_status renames it.
> WPT_INDEX | number | BHV_Waypoint | Next point; wpt_index renames it.
> CYCLE_INDEX | number | BHV_Waypoint | Cycles; cycle_index_var renames it.
> LOITER_ACQUIRE | number | BHV_Loiter | 1 while it goes to the polygon.
> LOITER_INDEX | number | BHV_Loiter | Next vertex.
> LOITER_MODE | text | BHV_Loiter | Its mode.
> LOITER_REPORT | text | BHV_Loiter | Index, hits, distance.
> LOITER_COMPLETE | number | BHV_Loiter | A round is complete.
> LOITER_DIST_TO_VERT | number, m | BHV_Loiter | To the next vertex.
> LOITER_BNG_DELTA | number, deg | BHV_Loiter | Bearing since the last iteration.
> LOITER_BNG_TOTAL | number, deg | BHV_Loiter | Sum of the changes of bearing.
> DIST_TO_STATION | number, m | BHV_StationKeep | Distance to the station.
> PSKEEP_MODE | text | BHV_StationKeep | Its mode.
> STATION_CIRCLE | text | BHV_RubberBand | Its point and radius.
> DIST_TO_<PLACE> | number, m | BHV_RubberBand: STATION, BHV_RStationKeep: RSTATION | Distance to the place.
> RSTATION_CIRCLE | text | BHV_RStationKeep | That place and the radius.
> RVIEW_POINT | text | BHV_RStationKeep | That place, to be drawn.
> LR_MODE | text | BHV_LegRun | Its mode.
> LR_MODE_REPORT | text | BHV_LegRun | Mode and why.
> LR_NOW_SPD | number, m/s | BHV_LegRun | Speed of the leg.
> OPREG_TRAJECTORY_PERIM_ETA | number, s | BHV_OpRegion | Time to the edge on this course.
> OPREG_ABSOLUTE_PERIM_ETA | number, s | BHV_OpRegion | Time to the nearest edge.
> OPREG_TIME_REMAINING | number, s | BHV_OpRegion | Until the time limit.
> OPREG_TRAJECTORY_PERIM_DIST | number, m | BHV_OpRegion | Distance to the edge on this course.
> OPREG_ABSOLUTE_PERIM_DIST | number, m | BHV_OpRegion | Distance to the nearest edge.
> SECS_IN_POLY | number, s | BHV_OpRegion | Time inside.
> OPR_DEBUG | text | BHV_OpRegionRecover | Whether it counts as inside.
> OPR_SECS_IN_POLY | number, s | BHV_OpRegionRecover | Time inside.
> OPR_HDG_DIST_TO_POLY | number, m | BHV_OpRegionRecover, outside | Distance to the region on this heading; -1: none.
> OPR_TURN | text | BHV_OpRegionRecover, outside | To which side it turns back.
> OPR_TRAJECTORY_PERIM_ETA | number, s | BHV_OpRegionRecover | Time to the edge on this course.
> OPR_ABSOLUTE_PERIM_ETA | number, s | BHV_OpRegionRecover | Time to the nearest edge.
> OPR_TRAJECTORY_PERIM_DIST | number, m | BHV_OpRegionRecover | Distance to the edge on this course.
> OPR_ABSOLUTE_PERIM_DIST | number, m | BHV_OpRegionRecover | Distance to the nearest edge.
> COMMITTED | text | BHV_OpRegionV24 | To which side it turns back.
> NOTED_RESOLVED | text | obstacles | Identifier of an obstacle that is astern.
> OS_DIST_TO_POLY | number, m | BHV_AvoidObstacleV21 | Distance to the obstacle.
> OBSTACLE_RESOLVED | text | BHV_AvoidObstacle, when it completes | Name of the obstacle.
> AVD_OB_SPAWN | text | BHV_AvoidObstacle, made on request | Its name.
> MIN_ALT_STATUS | text | BHV_MinAltitudeX | What it knows of the altitude.
> LEVEL_DEPTH | number, m | BHV_GoToDepth | Depth of the level.
> GTD_<NAME> | number | BHV_GoToDepth | Its state.
> PERIODIC_ASCEND | text | BHV_PeriodicSurface | It ascends.
> PSF_AT_SURFACE_TIMEOUT | text | BHV_PeriodicSurface | The time at the surface is over.
> MEM_HDG_AVG | number, deg | BHV_MemoryTurnLimit | Mean heading.
> FT_REPORT | text | BHV_FixedTurn, BHV_FixTurn | How far it has turned.
> VIEW_TEXTBOX | text | BHV_FixTurn | The report, to be drawn.
> HYSTER_HDG_AVG | number, deg | BHV_Hysteresis | Mean heading.
> HYSTER_HDG_VAR | number, deg | BHV_Hysteresis | Spread of the heading.
> HEADING_GOAL | number, deg | BHV_HeadingChange | Heading at the end of the turn.
> CURR_HDG_DELTA | number, deg | BHV_HeadingChange | How far that is.
> M_SIGN_POS | text | BHV_HeadingChange | Whether the heading was above the goal at first.
> CURR_SIGN_POS | text | BHV_HeadingChange | The same, as in the original.
> TURNS | number | BHV_HeadingChange | Turns that ended.
> HEADING_TREND_1 | text | BHV_HeadingChange, at the end of a turn | Times and how far the goal was.
> HEADING_TREND_2 | text | BHV_HeadingChange, at the end of a turn | Times and how far it had turned.
> POS_TREND | text | BHV_HeadingChange, at the end of a turn | Places of the turn.
> AVD_DEBUG | text | BHV_AvoidCollision | Numbers of the decision.
> VALID_CHECK_OK | text | BHV_AvoidCollision | The function was made.
> PLATEAU_CHECK_OK | text | check_plateaus of BHV_AvoidCollision and BHV_AvdColregs | Whether the regions are level.
> BASIN_CHECK_OK | text | check_plateaus of BHV_AvdColregs | Always true, as there are no basins.
> PLATEAU_LOGIC_CASE | text | check_plateaus | How own ship lies to the contact: aft, fore_in_rgam, fore_out_rgam.
> PLATEAU_WORST_FAIL | number | check_plateaus | How much less a point of a region is worth; always 1 of BHV_AvdColregs.
> RANGE_AVD_<CONTACT> | number, m | BHV_AvoidCollision | Range.
> CLSG_SPD_AVD_<CONTACT> | number, m/s | BHV_AvoidCollision | Closing speed.
> AVD_INFO | text | BHV_AvdColregs | Numbers of the decision.
> AVDCOL_RANGE_<CONTACT> | number, m | BHV_AvdColregs | Range.
> COL<REGS>_AVOID_MODE_<CONTACT> | text | BHV_AvdColregs | Mode of the encounter.
> COL<REGS>_RELEVANCE | number | BHV_AvdColregs | Relevance.
> COL<REGS>_RELEVANCE_<CONTACT> | number | BHV_AvdColregs | Relevance of a contact.
> COLREGS_AVOID_IX_<CONTACT> | number | BHV_AvdColregs | Index of the mode.
> COLREGS_AVOID_MODE_<CONTACT> | text | BHV_AvdColregs | Mode of the encounter.
> COLREGS_AVOID_PWT_<CONTACT> | number | BHV_AvdColregs | Priority.
> COLREGS_CONTACT_HDG_<CONTACT> | number, deg | BHV_AvdColregs | Heading of the contact.
> COLREGS_SUMMARY_<CONTACT> | text | BHV_AvdColregs | Mode and numbers.
> HEADON_DEBUG_<CONTACT> | text | BHV_AvdColregs | Numbers of a head-on encounter.
> CN_CROSSED_OS_PORT_STAR<CONTACT> | text | BHV_AvdColregs | The contact crosses from port to starboard.
> CN_FORE_OF_OS<CONTACT> | text | BHV_AvdColregs | The contact is forward.
> CN_PORT_OF_OS__<CONTACT> | text | BHV_AvdColregs | The contact is to port.
> XCN_BOW_DIST_<CONTACT> | number, m | BHV_AvdColregs | Distance at which its bow is crossed.
> XCN_BOW_TURN_GAP_<CONTACT> | number, deg | BHV_AvdColregs | How far a turn is from that.
> SHADOW_CONTACT_<NAME> | number | BHV_Shadow | Course or speed of the contact.
> SHADOW_RELEVANCE | number | BHV_Shadow | Relevance.
> PURSUIT | number | BHV_Trail | 1 while it pursues.
> REGION | text | BHV_Trail | Where it is relative to the trail point.
> TRAIL_CTR | number | BHV_Trail, each iteration | 1.
> TRAIL_HEADING | number, deg | BHV_Trail | Heading of the contact.
> TRAIL_RANGE | number, m | BHV_Trail | Range of the contact.
> TRAIL_DISTANCE | number, m | BHV_Trail | Distance to the trail point.
> TRAIL_RELEVANCE | number | BHV_Trail | Relevance.
> TRAIL_SPEED | number, m/s | BHV_Trail | Speed that it asks for.
> ATTRACTOR_CONTACT_TIME | number, s | BHV_Attractor | Time of the contact's report.
> ATTRACTOR_DELTA_TIME | number, s | BHV_Attractor | Its age.
> ATTRACTOR_RANGE_TO_CONTACT | number, m | BHV_Attractor | Range of the contact.
> ATTRACTOR_RELEVANCE | number, % | BHV_Attractor | Relevance.
> AVG2 | number, m/s | BHV_ConvoyV21 | Speed of the contact over two marks.
> AVG5 | number, m/s | BHV_ConvoyV21 | Speed of the contact over five marks.
> MXRNG | number, m | BHV_ConvoyV21 | Largest range.
> QLEN | number | BHV_ConvoyV21 | Marks in the queue.
> TLEN | number, m | BHV_ConvoyV21 | Length of the tail.
> WPTX | number, m | BHV_ConvoyV21 | Next mark, east.
> WPTY | number, m | BHV_ConvoyV21 | Next mark, north.

uTimerScript
< UTS_FORWARD | number or text | at any time | Time to go forward, s, or 0: to the next event.
< UTS_PAUSE | text | at any time | true, false or toggle.
< UTS_RESET | text | at any time | reset or true: it starts over.
< DB_UPTIME | number, s | always | The clock of the script.
< DB_CLIENTS | text | always | Clients that block_on waits for.
< EXITED_NORMALLY | text | always | Names of programs that ended by themselves.
< NAV_X | number, m | where an event uses it | Place, east.
< NAV_Y | number, m | where an event uses it | Place, north.
> UTS_STATUS | text | on change | Name, posts, time, state.

pMissionEval
< MISSION_HASH | text | always | Name of the run.
< DB_UPTIME | number, s | always | Time of the run.
> MISSION_RESULT | text | at the start and at the end | pending, then pass or fail.
> MISSION_EVALUATED | text | at the end | true.
> MISSION_LCHECK_STAT | text | on change | Which aspects hold.

pAutoPoke
< UFSB_NODE_COUNT | number | always | Vehicles that the shore knows.

uMayFinish
< DB_UPTIME | number, s | always | Time of the run.
< MISSION_EVALUATED | text | always | true: the mission is judged.

pMissionHash
< MHASH_RESET | text | at any time | A new name.
< RESET_MHASH | text | at any time | A new name.
> MISSION_HASH | text | at the start, on request, and now and then | Name of the run and its time.
> MHASH_SHORT | text | as MISSION_HASH | The short name.

pNodeReporter
< NAV_<FIELD> | number | always | X, Y (m), LAT, LONG (deg), SPEED (m/s), HEADING (deg), YAW (rad), DEPTH (m), TRANSP.
< IVPHELM_STATE | text | always | Whether a helm drives.
< IVPHELM_SUMMARY | text | always | Its modes.
< IVPHELM_ALLSTOP | text | always | Why the vehicle stands.
< AUX_MODE | text | at any time | Mode of a vehicle without a helm.
< NODE_COLOR_CHANGE | text | at any time | Colour of the vehicle.
< PLATFORM_COLOR | text | at any time | Colour of the vehicle.
< NODE_GROUP_UPDATE | text | at any time | Group of the vehicle.
< LOAD_WARNING | text | at any time | Stands in the report.
< THRUST_MODE_REVERSE | text | at any time | Stands in the report.
< PNR_PAUSE | text | at any time | true: no reports; toggle.
< MISSION_HASH | text | at any time | Name of the run.
> NODE_REPORT_LOCAL | report | each iteration, or when extrapolation is too far off | Report of own ship.
> NODE_REPORT_LOCAL_FIRST | report | once | The first one.
> PLATFORM_REPORT_LOCAL | text | with platform_report_input | Values of other variables.
> PNR_EXTRAP_POS_GAP | number, m | with extrapolation | How far off the last report is.
> PNR_EXTRAP_HDG_GAP | number, deg | with extrapolation | How far off its heading is.
> PNR_POST_GAP | number, s | each report | Time since the last one.
> PNR_MHASH | text | on change | Name of the run and how far the vehicle has been from its start, m.
> PNODEREPORTER_PID | number | at the start, live | Number of its process.

pShare
< PSHARE_CMD | text | at any time | cmd=output or cmd=input: another route.
> PSHARE_OUTPUT_SUMMARY | text | on change | Routes out.
> PSHARE_INPUT_SUMMARY | text | on change | Addresses where it listens.

pHostInfo
< PSHARE_INPUT_SUMMARY | text | always | Where pShare listens.
< HOST_INFO_REQUEST | text | at any time | Post again.
> PHI_HOST_IP | text | on change | Address of the machine.
> PHI_HOST_IP_ALL | text | on change | All addresses.
> PHI_HOST_IP_VERBOSE | text | on change | Addresses with their interfaces.
> PHI_HOST_PORT_DB | text | on change | Port of the MOOSDB.
> PHI_HOST_INFO | text | on change | All of it.

uFldNodeBroker
< PHI_HOST_INFO | text | always | Where own ship can be reached.
< NODE_BROKER_ACK | text | at any time | A shore has answered.
< TRY_SHORE_HOST | text | at any time | Another shore to ask.
> NODE_BROKER_PING_<N> | text | every 2 s, or 30 s after an answer | To each shore, by pShare.
> NODE_PSHARE_VARS | text | on change | Variables that are shared.
> PSHARE_CMD | text | at each new route | For pShare.
> UFLDNODEBROKER_PID | number | at the start, live | Number of its process.

uFldShoreBroker
< PHI_HOST_INFO | text | always | Where the shore can be reached.
< NODE_BROKER_PING | text | at any time | A vehicle asks.
< PSHARE_OUTPUT_SUMMARY | text | always | Routes of pShare.
> NODE_BROKER_ACK_<VEHICLE> | text | at each ping | The answer.
> NODE_BROKER_VACK | text | at each new vehicle | Which vehicle is known.
> PSHARE_CMD | text | at each new route | For pShare.
> PSHARE_TEST | text | with test routes | A test.
> TRY_SHORE_HOST | text | with try_vnode | For a vehicle that does not ask.
> UFSB_BRIDGE_VARS | text | at the start | Variables that go to vehicles.
> UFSB_QBRIDGE_VARS | text | at the start | Variables that go to each and to all.
> UFSB_NODE_COUNT | number | on change | Vehicles that are known.

uFldNodeComms
< NODE_REPORT | report | always | Of vehicles.
< NODE_REPORT_LOCAL | report | always | Of vehicles.
< NODE_MESSAGE | text | at any time | From one vehicle to others.
< MEDIATED_MESSAGE | text | at any time | One that wants an answer.
< ACK_MESSAGE | text | at any time | The answer.
< UNC_<NAME> | text | at any time | Changes ranges, drops, groups: see keys.
> NODE_REPORT_<VEHICLE> | report | at each report within range | For a vehicle.
> NODE_MESSAGE_<VEHICLE> | text | at each message within range | For a vehicle.
> ACK_MESSAGE_<VEHICLE> | text | at each answer | For a vehicle.
> UAM_SEND | text | in place of these, with link = acoustic | Mail that uFldAcousticModem is to send.
> NODE_REPORT_UNC | report | with shared reports | A report for viewers.
> RTE | number, s | each vehicle, with shared reports | Time since its last shared report.
> VIEW_COMMS_PULSE | text | at each pass, with view_node_rpt_pulses | A pulse for viewers.

uFldMessageHandler
< NODE_MESSAGE | text | always | A message to own ship.
> UMH_SUMMARY_MSGS | text | each iteration with news | Counts of messages.

pEchoVar

pXRelay
> <OUTGOING_VAR> | number | at each post of the incoming variable | The count so far.
> <OUTGOING_VAR>_ITER_HZ | number, 1/s | each iteration | How often it iterates.
> <OUTGOING_VAR>_POST_HZ | number, 1/s | each iteration with posts | How often it posts.

pOdometry
< NAV_X | number, m | always | Place, east.
< NAV_Y | number, m | always | Place, north.
> ODOMETRY_DIST | number, m | each iteration | Length of the way.

pDeadManPost

uProcessWatch
< DB_CLIENTS | text | always | Who is connected.
< EXITED_NORMALLY | text | always | Who ended by itself.
> PROC_WATCH_ALL_OK | text | on change | true or false.
> PROC_WATCH_EVENT | text | on change | Who came or went.
> PROC_WATCH_SUMMARY | text | on change, and every 50 iterations | Who is missing.
> PROC_WATCH_FULL_SUMMARY | text | on change, and every 50 iterations | Everyone, with comings and goings.
> PROC_WATCH_TIME_WARP | number | at the start | Time warp.

uMemWatch
< DB_CLIENTS | text | always | Who is connected.
< <APP>_PID | number | always | Number of the process, of each application that posts it.
> <APP>_MEM | number, MB | now and then | Resident memory of an application; live only.

uLoadWatch
< <APP>_ITER_GAP | number | always | Gap of iterations, of each application.
> LOADCAST_REQ | text | now and then | Asks for gaps.
> LOAD_WARNING | text | at a breach | For the node report.
> ULW_BREACH | text | at a breach | true.
> ULW_BREACH_COUNT | number | on change | Breaches.
> ULW_BREACH_LIST | text | on change | Who.
> ULW_NEAR_BREACH | text | at a near breach | true.
> ULW_NEAR_BREACH_COUNT | number | on change | Near breaches.
> ULW_NEAR_BREACH_LIST | text | on change | Who.

pRealm
< REALMCAST_REQ | text | at any time | Who asks for which channel.
< DB_RWSUMMARY | text | always | Who reads and posts what.
> REALMCAST | text | on request | Mail of an application.
> REALMCAST_CHANNELS | text | on change | Channels that there are.
> WATCHCAST | text | on request, on change | Value of one variable.

uFldPathCheck
< NODE_REPORT | report | always | Of vehicles.
< NODE_REPORT_LOCAL | report | always | Of own ship.
< UPC_TRIP_RESET | text | at any time | Trip of a vehicle, or of all, begins at 0.
> UPC_ODOMETRY_REPORT | text | each report | Way of a vehicle: m.
> UPC_SPEED_REPORT | text | each report | Mean speed of a vehicle: m/s.

uFldScope

uXMS
< DB_UPTIME | number | always | When the MOOSDB was started, and its community.
< <VARIABLE> | number or text | always | Variables that it shows: of its words and its block; all with --all.
< <APP>_STATUS | text | with --src | Which variables an application posts.

uMAC
< APPCAST | text | always | Reports of applications.
> APPCAST_REQ | text | now and then | Asks for reports.

uHelmScope
< IVPHELM_STATE | text | always | DRIVE, PARK, STANDBY, MALCONFIG or DISABLED.
< IVPHELM_SUMMARY | text | always | Decision, modes, behaviours by state.
< IVPHELM_DOMAIN | text | always | The axes that are decided over.
< IVPHELM_MODESET | text | always | The tree of modes.
< IVPHELM_STATEVARS | text | always | Variables of conditions.
< IVPHELM_LIFE_EVENT | text | always | Behaviours that begin and end.
< PHELMIVP_STATUS | text | always | What the helm posts, which is read, too.
< DB_UPTIME | number | always | The start that times count from.
> IVPHELM_REJOURNAL | number | at the start | Asks for a summary with every field.

pMarineViewer
< NODE_REPORT | report | always | Vehicles.
< NODE_REPORT_LOCAL | report | always | Vehicles.
< APPCAST | text | always | Reports.
< BLOCK_HEARTBEAT | text | at any time | Another viewer asks for reports.
< RESET_MHASH | text | at any time | A new name of the run.
> MISSION_HASH | text | at the start and now and then | Name of the run; hash_var renames it.
> MHASH_SHORT | text | as MISSION_HASH | Short name.
> APPCAST_REQ | text | now and then | Asks for reports.
> APPCAST_REQ_<VEHICLE> | text | now and then | Asks a vehicle for reports.
> HELM_MAP_CLEAR | number | at the start | Behaviours draw again.
> PMV_CONNECT | number | at the start | A viewer has come.
> PLOGGER_CMD | text | at the start | Files for the logger to copy.
> REGION_INFO | text | at the start | Region of the chart.
> UNC_SHARED_NODE_REPORTS | text | at the start | Asks for shared reports.
> MVIEWER_UNHANDLED_MAIL | text | at mail that it does not know | What it was.
> PMARINEVIEWER_PID | number | at the start, live | Number of its process.

pContactMgrV20
< NODE_REPORT | report | always | Contacts.
< NAV_X | number, m | always | Own place, east.
< NAV_Y | number, m | always | Own place, north.
< NAV_HEADING | number, deg | always | Own heading.
< NAV_SPEED | number, m/s | always | Own speed.
< IVPHELM_STATE | text | always | Whether a helm drives.
< BCM_ALERT_REQUEST | text | at any time | An alert, from a behaviour.
< BCM_DISPLAY_RADII | text | at any time | Shows the ranges of alerts.
< BCM_REPORT_REQUEST | text | at any time | Contacts within a range, as a list.
> CONTACTS_LIST | text | on change | Names of all contacts.
> CONTACTS_ALERTED | text | on change | Those with an alert.
> CONTACTS_RETIRED | text | on change | Those that are silent.
> CONTACTS_COUNT | number | on change | How many.
> CONTACTS_RECAP | text | every recap_interval | All, with their ranges.
> CONTACT_RANGES | text | each iteration, with post_all_ranges | Ranges of all.
> CONTACT_CLOSEST | text | on change | The nearest one.
> CONTACT_CLOSEST_TIME | number, s | as CONTACT_CLOSEST | When that was.
> CONTACT_CLOSEST_RANGE | number, m | on change, with post_closest_range | Its range.
> CONTACT_CLOSEST_RELBNG | number, deg | on change, with post_closest_relbng | Its bearing from the bow.
> PCONTACTMGRV20_PID | number | at the start | Number of its process.
> ALERT_VERBOSE | text | with alert_verbose | Each change of an alert.
> BHV_ABLE_FILTER | text | at requests | For the helm.
> VIEW_CIRCLE | text | with display_radii | Ranges of alerts.

pBasicContactMgr
< NODE_REPORT | report | always | Contacts.
< NAV_X | number, m | always | Own place, east.
< NAV_Y | number, m | always | Own place, north.
< NAV_HEADING | number, deg | always | Own heading.
< NAV_SPEED | number, m/s | always | Own speed.
< IVPHELM_STATE | text | always | Whether a helm drives.
< BCM_ALERT_REQUEST | text | at any time | An alert, from a behaviour.
< BCM_DISPLAY_RADII | text | at any time | Shows the ranges of alerts.
< BCM_REPORT_REQUEST | text | at any time | Contacts within a range, as a list.
< CONTACT_RESOLVED | text | at any time | A contact whose alert is over.
> CONTACTS_LIST | text | on change | Names of all contacts.
> CONTACTS_ALERTED | text | on change | Those with an alert.
> CONTACTS_UNALERTED | text | on change | Those without.
> CONTACTS_RETIRED | text | on change | Those that are silent.
> CONTACTS_COUNT | number | on change | How many.
> CONTACTS_RECAP | text | every contacts_recap_interval | All, with their ranges.
> CONTACT_CLOSEST | text | on change | The nearest one.
> CONTACT_CLOSEST_EVAL | number | on change | Whether it is within 20 m.
> ALERT_VERBOSE | text | with alert_verbose | Each change of an alert.
> VIEW_CIRCLE | text | with display_radii | Ranges of alerts.

pObstacleMgr
< TRACKED_FEATURE | text | always | A point of an obstacle; point_var renames it.
< NAV_X | number, m | always | Own place, east.
< NAV_Y | number, m | always | Own place, north.
< GIVEN_OBSTACLE | text | at any time | An obstacle as polygon.
< OBM_ALERT_REQUEST | text | at any time | An alert, from a behaviour.
> OBM_CONNECT | text | at the start | It is there.
> OBM_RESOLVED | text | when an obstacle is gone | Its identifier.
> OBM_DIST_TO_OBJ | text | on change | Distance to each obstacle.
> OBM_MIN_DIST_EVER | number, m | on change | The least so far.
> BHV_ABLE_FILTER | text | at requests | For the helm.
> VIEW_POLYGON | text | with post_view_polys | Obstacles.

uFldObstacleSim
< NODE_REPORT | report | always | Vehicles.
< NODE_REPORT_LOCAL | report | always | Vehicles.
< PMV_CONNECT | number | at any time | Draw again.
< UFOS_RESET | text | at any time | New obstacles.
< UFOS_POINT_SIZE | text | at any time | Size of points.
> KNOWN_OBSTACLE | text | at the start and now and then | Each obstacle.
> KNOWN_OBSTACLE_CLEAR | text | at a reset | All are gone.
> GIVEN_OBSTACLE | text | now and then | Each obstacle, for vehicles.
> TRACKED_FEATURE_<VEHICLE> | text | with post_points | Points within range of a vehicle.
> UFOS_MIN_RNG | number, m | on change | Least range between obstacles.
> PLOGGER_CMD | text | at the start | Files for the logger to copy.
> VIEW_POINT | text | with post_points | Points.
> VIEW_POLYGON | text | at the start and now and then | Obstacles and region.

uFldCollisionDetect
< NODE_REPORT | report | always | Vehicles.
< NODE_REPORT_LOCAL | report | always | Vehicles.
< UCD_RESET | text | at any time | Counts begin at 0.
> UCD_REPORT | text | at each encounter | Vehicles, range, rank.
> UCD_CLOSEST_RANGE | number, m | on change | Least range of the present encounters.
> UCD_CLOSEST_RANGE_EVER | number, m | on change | Least range so far.
> ENCOUNTER_TOTAL | number | on change | Encounters.
> NEAR_MISS_TOTAL | number | on change | Near misses.
> COLLISION_TOTAL | number | on change | Collisions.
> COLLISION_DETECT_PARAMS | text | at the start | Ranges.
> COLLISION_DETECT_PARAMS_<VEHICLE> | text | at each new vehicle | Ranges.
> VIEW_RANGE_PULSE | text | at a collision | A pulse for viewers.
> VIEW_CIRCLE | text | with encounter rings | Rings around vehicles.

uFldCollObDetect
< NODE_REPORT | report | always | Vehicles.
< NODE_REPORT_LOCAL | report | always | Vehicles.
< KNOWN_OBSTACLE | text | always | An obstacle.
< KNOWN_OBSTACLE_CLEAR | text | at any time | All are gone.
> OB_GLOBAL_MIN | number, m | on change | Least distance to an obstacle so far.

uFldContactRangeSensor
< NODE_REPORT | report | always | Vehicles.
< NODE_REPORT_LOCAL | report | always | Vehicles.
< CRS_RANGE_REQUEST | text | at any time | A vehicle pings.
> CRS_RANGE_REPORT | text | with ground_truth = true | Range to each vehicle in reach.
> CRS_RANGE_REPORT_<VEHICLE> | text | at each ping | Range for the vehicle that asked.
> VIEW_RANGE_PULSE | text | at each ping | A pulse for viewers.

uFldBeaconRangeSensor
< NODE_REPORT | report | always | Vehicles.
< NODE_REPORT_LOCAL | report | always | Vehicles.
< BRS_RANGE_REQUEST | text | at any time | A vehicle pings.
> BRS_RANGE_REPORT | text | with ground_truth = true | Range of a beacon.
> BRS_RANGE_REPORT_<VEHICLE> | text | at each ping | Range of a beacon for the vehicle that asked.
> VIEW_MARKER | text | at the start and now and then | Beacons.
> VIEW_RANGE_PULSE | text | at each ping | A pulse for viewers.

pSearchGrid
< NODE_REPORT | report | always | Vehicles.
< NODE_REPORT_LOCAL | report | always | Vehicles.
< PSG_RESET_GRID | text | at any time | Cells begin anew.
> VIEW_GRID | text | at the start and with report_deltas = false | The grid; grid_var_name renames it.
> VIEW_GRID_DELTA | text | on change | Cells that have changed.

pSpoofNode
< SPOOF | text | at any time | A vehicle to report.
< SPOOF_CANCEL | text | at any time | One that leaves.
> NODE_REPORT | report | each iteration | Vehicles that there are not.

uFldGenericSensor
< NODE_REPORT | report | always | Vehicles.
< UGS_SENSOR_REQUEST | text | at any time | A vehicle looks.
< UGS_CONFIG_REQUEST | text | at any time | A vehicle chooses a range.
> UGS_OPTIONS_SUMMARY | text | now and then | Ranges that can be chosen.
> UGS_CONFIG_ACK_<VEHICLE> | text | at each choice | The range in force.
> UGS_SENSOR_REPORT_<VEHICLE> | text | at each request | Place of a point in range, with noise.
> VIEW_POINT | text | at the start and at reports | Points.
> VIEW_CIRCLE | text | at each request | The reach.

uFldWrapDetect
< NODE_REPORT | report | always | Vehicles.
< DEPLOY_ALL | number or text | at any time | Trails begin.
> WRAP_AROUND_DETECTED | text | when a trail is crossed | The vehicle.

pSafetyRetreat
< THREAT_DETECTED | text | at any time | Names a threat; retreat_cue_var is another name.
< NAV_X | number, m | always | Place, east.
< NAV_Y | number, m | always | Place, north.
> UP_RETREAT | text | at a threat | Polygon and duration for the behaviour; retreat_message_var is another name.
> SAFETY_RETREAT | text | at a threat | true; retreat_notify_var is another name.
> CONTACT_RESOLVED | text | after the duration | A threat.

pEvalLoiter
< NODE_REPORT_LOCAL | report | always | The own place.
< BHV_SETTINGS | text | always | Polygon and speed of BHV_Loiter.
< EVAL_LOITER_REQ | text | at any time | An encounter: id=129,cpa=23.19,v2=deb.
> EVAL_LOITER_PT_EVAL | number, % | each iteration | Score.
> ENCOUNTER_SUMMARY | text | some time after a request | The request with the mean score.
> ENCOUNTER_SUMMVAL | number, % | some time after a request | Mean score.
> NOTABLE_CPA | number, m | at a request | A closest approach below notable_cpa_thresh.
> NOTABLE_EFF | number, % | some time after a request | A mean score below notable_eff_thresh.

uFldDelve
< NODE_PSHARE_VARS | text | always | What vehicles share, which is followed then.
< UFSB_BRIDGE_VARS | text | always | What the shore shares, which is followed then.
< UFSB_QBRIDGE_VARS | text | always | The same, by its short names.
< UFSB_NODE_COUNT | number | always | Vehicles.

pMapMarkers
< MAP_MARKERS | text | at any time | true, false or toggle: whether markers are shown.
> VIEW_MARKER | text | at the start, and at each change | A point.

uCommand

uSimCurrent
< NAV_X | number, m | always | Place, east.
< NAV_Y | number, m | always | Place, north.
> USC_CFIELD_SUMMARY | text | at the start | Name, radius and vectors of the field.
> VIEW_VECTOR | text | at the start | A vector.
> USM_FORCE_VECTOR | text | on change | Direction (deg) and strength (m/s) of the current.

uFldHazardSensor
< NODE_REPORT | report | always | Vehicles.
< UHZ_SENSOR_REQUEST | text | at any time | A vehicle looks.
< UHZ_SENSOR_CLEAR | text | at any time | A vehicle looks no more.
< UHZ_CLASSIFY_REQUEST | text | at any time | A vehicle wants a hazard classified.
< UHZ_CONFIG_REQUEST | text | at any time | A vehicle chooses width and probability.
< PMV_CONNECT | number | at any time | Draw again.
> UHZ_OPTIONS_SUMMARY | text | now and then | Settings that can be chosen.
> UHZ_CONFIG_ACK_<VEHICLE> | text | at each choice | What is in force.
> UHZ_DETECTION_REPORT | text | at each detection | For all.
> UHZ_DETECTION_REPORT_<VEHICLE> | text | at each detection | For the vehicle.
> UHZ_HAZARD_REPORT | text | at each classification | For all.
> UHZ_HAZARD_REPORT_<VEHICLE> | text | at each classification | For the vehicle.
> PSR | text | each look | The vehicle that looks.
> VIEW_CIRCLE | text | at detections | Marks.
> VIEW_MARKER | text | at the start | Hazards and other objects.
> VIEW_POLYGON | text | while a vehicle looks | Swath.
> VIEW_SEGLIST | text | while a vehicle looks | Swath.

uFldHazardMgr
< UHZ_DETECTION_REPORT | text | at any time | A detection.
< UHZ_CONFIG_ACK | text | at any time | What is in force.
< UHZ_OPTIONS_SUMMARY | text | at any time | Settings that can be chosen.
< UHZ_MISSION_PARAMS | text | at any time | Region and prices.
< HAZARDSET_REQUEST | text | at any time | Asks for the report.
> UHZ_SENSOR_REQUEST | text | each iteration | It looks.
> UHZ_CONFIG_REQUEST | text | at the start | The choice of width and probability.
> UHZ_CLASSIFY_REQUEST | text | at detections | Wants a hazard classified.
> HAZARDSET_REPORT | text | on request | Hazards that it has found.

uFldAcousticModem
< NODE_REPORT | report | always | Vehicles.
< NODE_REPORT_LOCAL | report | always | Vehicles.
< CRS_RANGE_REQUEST | text | at any time | A vehicle pings vehicles: name=abe, target=ben, way=one or two.
< BRS_RANGE_REQUEST | text | at any time | A vehicle pings beacons: name=abe.
< NODE_MESSAGE | text | where no uFldNodeComms is started | A message for vehicles.
< MEDIATED_MESSAGE | text | where no uFldNodeComms is started | The same, to be acknowledged.
< UAM_SEND | text | with link = acoustic of uFldNodeComms | Mail for vehicles: src=, dest=, var=, val=.
> CRS_RANGE_REPORT | text | with report_vars = short or both | Range to a vehicle.
> CRS_RANGE_REPORT_<VEHICLE> | text | with report_vars = long or both | Range for the vehicle that measured it.
> BRS_RANGE_REPORT | text | with report_vars = short or both | Range to a beacon.
> BRS_RANGE_REPORT_<VEHICLE> | text | with report_vars = long or both | Range for the vehicle that asked.
> BRS_FIX | text | with report_vars = short or both | Position by ranges to beacons.
> BRS_FIX_<VEHICLE> | text | with report_vars = long or both | The same for the vehicle that asked.
> NODE_MESSAGE_<VEHICLE> | text | when it has come | A message.
> MEDIATED_MESSAGE_<VEHICLE> | text | when it has come | A message.
> NODE_REPORT_<VEHICLE> | report | when it has come | The report of another vehicle.
> ACK_MESSAGE_<VEHICLE> | text | when it has come | An acknowledgement.
> UAM_PACKET | text | with post_packets | What became of a packet: ok, noise, collision or busy.
> VIEW_MARKER | text | at the start | Beacons.
> VIEW_RANGE_PULSE | text | at each ping that is heard | A pulse for viewers.

uFldDetectionSensor
< NODE_REPORT | report | always | Vehicles.
< NODE_REPORT_LOCAL | report | always | Vehicles.
< KNOWN_OBSTACLE | text | at any time | An obstacle of uFldObstacleSim.
< KNOWN_OBSTACLE_CLEAR | text | at any time | There are none any more.
> DETECTION_<VEHICLE> | text | at each detection | Range and bearing as a sensor measures them.
> NODE_REPORT_<VEHICLE> | report | with a radar, camera or ais | A contact, with VSOURCE.
> TRACKED_FEATURE_<VEHICLE> | text | with a lidar, forward_sonar or side_sonar | A point for pObstacleMgr.
> BED_POINTS_<VEHICLE> | text | with a multibeam | Points x, y, depth of the bed.

uFldHazardMetric
< HAZARDSET_REPORT | text | at any time | Hazards that a vehicle has found.
< HAZARD_SEARCH_START | text | at any time | The time begins.
> UHZ_MISSION_PARAMS | text | now and then | Region and prices.
> HAZARDSET_EVAL | text | at each report | Score.
> HAZARDSET_EVAL_<VEHICLE> | text | at each report | Score of a vehicle.
> HAZARDSET_EVAL_FULL | text | at each report | Score with its parts.
> HAZARDSET_EVAL_FULL_<VEHICLE> | text | at each report | The same of a vehicle.
> HAZARD_SEARCH_SCORE | number | at each report | Score.
> VIEW_POLYGON | text | at the start | Search region.
"""


@lru_cache(maxsize=1)
def program_mail() -> Mapping[str, tuple[MailEntry, ...]]:
    """Return the mail of each program that has some, by its name."""
    found: dict[str, tuple[MailEntry, ...]] = {}
    for section in _TABLE.strip().split("\n\n"):
        program, *lines = section.splitlines()
        found[program] = tuple(_entry(program, line) for line in lines)
    return MappingProxyType(found)


def interface_of(program: str) -> str:
    """Return what a program reads and posts, for the terminal."""
    lines: list[str] = []
    for direction, title in (("in", "Reads:"), ("out", "Posts:")):
        for entry in (one for one in program_mail()[program] if one.direction == direction):
            unit = f", {entry.unit}" if entry.unit else ""
            text = f"{title:<8}{entry.name}: {entry.help} ({entry.kind}{unit}; {entry.when})"
            lines += textwrap.wrap(text, 80, subsequent_indent=" " * 12, break_on_hyphens=False)
            title = ""
    return "\n".join(lines)


def used_by(variable: str) -> str:
    """Return who posts and who reads a variable, in a sentence; empty for one that no program knows."""
    from usimmarine_py.check.table import MAIL  # only for an error

    names = {variable.upper(), f"PREFIX_{variable.upper().removeprefix('NAV_')}"}
    mail = {"usimmarine": MAIL, **program_mail()}
    parts = []
    for direction, verb in (("out", "posted"), ("in", "read")):
        found = [name for name, all_ in mail.items() if any(e.name in names and e.direction == direction for e in all_)]
        parts += [f"{verb} by {', '.join(found)}"] if found else []
    return f"is a variable, not a block: {'; '.join(parts)}; docs/reference/mail.md" if parts else ""


def _entry(program: str, line: str) -> MailEntry:
    head, value, when, text = (part.strip() for part in line.split("|"))
    sign, name = head.split()
    kind, _, unit = value.partition(", ")
    return MailEntry(name, "in" if sign == "<" else "out", kind, text, unit, when, group=program)
