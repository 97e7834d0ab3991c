"""The limits of the protocol, of the database and of the client, each with its reason.

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

# --- sizes chosen here; the C++ programs have no limits -------------------------------------------------

#: Largest packet accepted or sent. The length field could announce 2 GiB, which a hostile sender could make the
#: receiver buffer; 64 MiB is some hundred times the largest real report.
MAX_PACKET_LENGTH = 64 * 1024 * 1024
#: Largest message posted or stored. Smaller than a packet, because the database adds its community's name
#: and possibly a heartbeat, and the result must still fit into one packet.
MAX_MESSAGE_LENGTH = MAX_PACKET_LENGTH - 64 * 1024
#: Largest packet before the handshake, which holds a name and a key: an unknown client cannot fill memory.
MAX_HANDSHAKE_LENGTH = 4096
#: Longest client name. It is repeated in every message and shown in tables.
MAX_CLIENT_NAME_LENGTH = 255
#: Longest name or pattern of a variable.
MAX_VARIABLE_NAME_LENGTH = 1024
#: Longest community name, so that adding it keeps a valid message valid (see MAX_MESSAGE_LENGTH).
MAX_COMMUNITY_LENGTH = 1024

# --- counts in the database ----------------------------------------------------------------------------

#: Connections, in the handshake or connected. Below the usual limit of 1024 file descriptors of a process.
MAX_CONNECTIONS = 900
#: Of these, places that only clients get that were connected before: others are refused, with a reason.
RESERVED_CONNECTIONS = 50
#: Names of variables: a faulty client that numbers its names would fill memory.
MAX_VARIABLES = 100_000
#: Of these, names that one client makes.
MAX_VARIABLES_OF_CLIENT = MAX_VARIABLES // 4
#: Values of all variables together, for the same reason.
MAX_STORED_BYTES = 1024 * 1024 * 1024
#: Values that one client wrote last.
MAX_STORED_OF_CLIENT = MAX_STORED_BYTES // 4
#: Least time between two searches for variables that can be removed, MOOS s: a search takes some 10 ms.
SEARCH_PAUSE_MOOS = 1.0
#: Subscriptions of all clients together, some 150 bytes each. A client has at most one to each variable.
MAX_SUBSCRIPTIONS = 2_000_000
#: Held mail of one client above which the current value of a variable is not held twice.
MAX_REPEATED_BYTES = 256 * 1024
#: Wildcard patterns of one client: each is tested at the first write of every variable.
MAX_PATTERNS = 1000
#: Matches of all patterns of all clients with a new name, in matches of a simple pattern: some 30 ms.
MAX_PATTERN_COST = 100_000
#: Clients whose published names are remembered after they left (for the summaries).
MAX_REMEMBERED_CLIENTS = 2000
#: Held mail plus unsent output of one client. Above it the client is too slow and is disconnected. Twice the largest
#: packet, so that a reader of one huge value is never disconnected for that value.
MAX_QUEUE_BYTES = 2 * MAX_PACKET_LENGTH
#: Above this, a client that posts large messages waits for a reader that takes them, and a client waits for itself to
#: read the answers to its requests. A reader that stays above it for long loses nothing until MAX_QUEUE_BYTES.
HIGH_QUEUE_BYTES = MAX_PACKET_LENGTH
#: Messages from which on that holds: small posts never wait for a reader.
LARGE_DELIVERY = 1024 * 1024
#: Longest wait for a reader, real s.
READER_WAIT = 1.0
#: Received bytes of all connections together that are not processed yet: many clients that each send most of a large
#: packet would fill memory before any of them times out. The client with the most bytes is disconnected.
MAX_ALL_UNREAD_BYTES = 512 * 1024 * 1024
#: Unsent output of all connections together; the client with the most bytes is disconnected.
MAX_ALL_UNSENT_BYTES = 1024 * 1024 * 1024
#: Kinds of incident reported per connection before further ones are only counted: a hostile sender must not be able
#: to fill the log.
MAX_REPORTS = 20

# --- times of the database -----------------------------------------------------------------------------

#: Time limit of the handshake (the original waits 5 s per read).
HANDSHAKE_TIMEOUT = 5.0
#: Silence after which a client is disconnected; key ``ClientTimeout``, switch ``--moos_timeout``.
CLIENT_TIMEOUT = 5.0
#: A client whose socket accepts no byte for this long is disconnected; the original stops writing to it.
BLOCKED_WRITE_TIMEOUT = 6.0
#: DB_TIME and the other periodic variables are posted when more than this has passed, MOOS seconds.
DB_PERIOD_MOOS = 2.0

# --- the client ----------------------------------------------------------------------------------------

#: Interval of TIMING messages (heartbeats); the C++ client sends one every 1.0 to 1.33 s.
TIMING_PERIOD = 1.0
#: Time without a byte from the MOOSDB after which the connection counts as lost: the MOOSDB echoes every heartbeat,
#: and it may have stopped writing to this client for ever (slow reader rule).
RECEIVE_TIMEOUT = 6.0
#: Real s by which a client or server looks at its sockets too late, beyond which it was held up itself, stopped or
#: busy: that time is no silence of the other end.
HELD_UP = 1.0
#: Time limit of connecting with the handshake. The original MOOSDB admits clients one by one, 0.1 s each.
CONNECT_TIMEOUT = 10.0
#: Pause between attempts to connect: 1 MOOS second, but within these real bounds, so that a high warp does
#: not flood the machine and a low one does not sleep for minutes.
RECONNECT_PAUSE_MOOS = 1.0
MIN_RECONNECT_PAUSE = 0.05
MAX_RECONNECT_PAUSE = 1.0
#: After a lost connection the MOOSDB may hold the name until its time-out (5 to 6 s); only a refusal that lasts longer
#: means that another client uses the name.
REFUSAL_GRACE = 10.0
#: Most unsent posts; beyond it the oldest are dropped and counted. The C++ client keeps 2048. At warp 400 a vehicle
#: posts some 20,000 values between two packets.
MAX_OUTBOX_MESSAGES = 65_536
MAX_OUTBOX_BYTES = MAX_PACKET_LENGTH
#: Most unread mail; beyond it the oldest is dropped and counted. The C++ client drops all above 2048.
MAX_INBOX_MESSAGES = 65_536
MAX_INBOX_BYTES = 4 * MAX_PACKET_LENGTH
#: ``--moos_tw_delay_factor``: at warp W > 1 a pause of W * factor ms follows every packet.
WARP_DELAY_FACTOR = 0.4
MAX_WARP_DELAY_FACTOR = 10.0
#: Longest consolidation time accepted from a MOOSDB: a wrong value must not silence the client.
MAX_CONSOLIDATION = 5.0
