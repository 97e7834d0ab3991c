"""Every limit of the protocol and of both ends, each with its reason.

Sizes are bytes. Times are *real* seconds unless the name says MOOS.
"""

from __future__ import annotations

# --- sizes that the protocol itself fixes ---------------------------------------------------------------

#: The protocol string every client sends first.
PROTOCOL_STRING_LENGTH = 32
#: Packet length, message count, compression flag.
PACKET_HEADER_LENGTH = 9
#: A message of five empty strings: 2 i32, 2 ch, 5 string lengths, 3 f64.
MIN_MESSAGE_LENGTH = 54

# --- sizes that we choose; the C++ programs have none ---------------------------------------------------

#: Largest packet accepted or sent. The length field could claim 2 GiB, which one hostile sender could make
#: us buffer; 64 MiB is some hundred times the largest real report.
MAX_PACKET_LENGTH = 64 * 1024 * 1024
#: Largest message posted or stored. Smaller than a packet, because the database adds its community's name
#: and possibly a heartbeat, and the result must still fit into one packet.
MAX_MESSAGE_LENGTH = MAX_PACKET_LENGTH - 64 * 1024
#: Largest packet before a client has said who it is: its name and a key, so a stranger cannot fill memory.
MAX_HANDSHAKE_LENGTH = 4096
#: Longest client name. It is repeated in every message and shown in tables.
MAX_CLIENT_NAME_LENGTH = 255
#: Longest name or pattern of a variable; matching a pattern costs up to length times length.
MAX_VARIABLE_NAME_LENGTH = 1024
#: Longest community name, so that filling it in keeps a legal message legal (see MAX_MESSAGE_LENGTH).
MAX_COMMUNITY_LENGTH = 1024

# --- counts in the database ----------------------------------------------------------------------------

#: Connections, shaking hands or connected. Below the usual limit of 1024 file descriptors of a process.
MAX_CONNECTIONS = 900
#: Variables are never deleted, so one faulty client that counts in names would fill memory for all.
MAX_VARIABLES = 100_000
#: Values of all variables together, for the same reason.
MAX_STORED_BYTES = 1024 * 1024 * 1024
#: Wildcard patterns of one client: each is tested at the first write of every variable.
MAX_PATTERNS = 1000
#: Clients whose published names are remembered after they left (for the summaries).
MAX_REMEMBERED_CLIENTS = 2000
#: Held mail plus unsent output of one client. Above it the client is too slow and is cut off alone. Twice
#: the largest packet, so that a reader of one huge value is never cut off for that value.
MAX_QUEUE_BYTES = 2 * MAX_PACKET_LENGTH
#: Received and not yet carried out of all connections together: many that each send most of a large packet and then
#: no more would fill memory before any of them is cut off for its silence. The largest one is cut off.
MAX_ALL_UNREAD_BYTES = 512 * 1024 * 1024
#: Unsent output of all connections together, for many that stop reading at once; the largest one is cut off.
MAX_ALL_UNSENT_BYTES = 1024 * 1024 * 1024
#: Different kinds of incident reported per connection before further ones are only counted: a hostile
#: sender must not be able to fill the log.
MAX_REPORTS = 20

# --- times of the database -----------------------------------------------------------------------------

#: A connection that has not shaken hands by then is closed (the real one waits 5 s per read).
HANDSHAKE_TIMEOUT = 5.0
#: Silence after which a client is taken for dead; key ``ClientTimeout``, switch ``--moos_timeout``.
CLIENT_TIMEOUT = 5.0
#: A client whose socket takes no byte for this long is cut off, as the real one gives up writing to it.
BLOCKED_WRITE_TIMEOUT = 6.0
#: DB_TIME and the rest of the periodic set come when more than this has passed, MOOS seconds.
DB_PERIOD_MOOS = 2.0

# --- the client ----------------------------------------------------------------------------------------

#: A TIMING message is sent this often; the real one sends it every 1.0 to 1.33 s.
TIMING_PERIOD = 1.0
#: Without a single byte from the MOOSDB for this long the connection is dead: the MOOSDB echoes every
#: heartbeat, and it may have stopped writing to us for ever (slow reader rule).
RECEIVE_TIMEOUT = 6.0
#: The whole of connecting and shaking hands. The real MOOSDB admits clients one by one, 0.1 s each.
CONNECT_TIMEOUT = 10.0
#: Pause between attempts to connect: 1 MOOS second, but within these real bounds, so that a high warp does
#: not flood the machine and a low one does not sleep for minutes.
RECONNECT_PAUSE_MOOS = 1.0
MIN_RECONNECT_PAUSE = 0.05
MAX_RECONNECT_PAUSE = 1.0
#: After a lost connection the MOOSDB may hold our name until its time-out (5 to 6 s); only a refusal that
#: lasts longer means that somebody else really uses the name.
REFUSAL_GRACE = 10.0
#: Unsent posts kept; beyond it the oldest are dropped and counted. The C++ client keeps 2048. At warp 400 a vehicle
#: posts some 20,000 from one packet to the next.
MAX_OUTBOX_MESSAGES = 65_536
MAX_OUTBOX_BYTES = MAX_PACKET_LENGTH
#: Unread mail kept; beyond it the oldest is dropped and counted. The C++ client discards all above 2048.
MAX_INBOX_MESSAGES = 65_536
MAX_INBOX_BYTES = 4 * MAX_PACKET_LENGTH
#: ``--moos_tw_delay_factor``: at warp W > 1 a pause of W * factor ms follows every packet.
WARP_DELAY_FACTOR = 0.4
MAX_WARP_DELAY_FACTOR = 10.0
#: Longest consolidation time taken over from a MOOSDB: a wrong value must not silence the client.
MAX_CONSOLIDATION = 5.0
