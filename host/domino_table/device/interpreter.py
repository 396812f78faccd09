"""Names that MicroPython's interpreter holds in flash: a board uses them without a byte of heap."""

_FREE = """
ARRAY AUTO BFINT16 BFINT32 BFINT8 BFUINT16 BFUINT32 BFUINT8 BF_LEN BF_POS BIG_ENDIAN BytesIO DeflateIO EACCES
EADDRINUSE EAGAIN EALREADY EBADF ECONNABORTED ECONNREFUSED ECONNRESET EEXIST EHOSTUNREACH EINPROGRESS EINVAL EIO
EISDIR ENOBUFS ENODEV ENOENT ENOMEM ENOTCONN EOPNOTSUPP EPERM ETIMEDOUT FLOAT32 FLOAT64 FrameBuffer FrameBuffer1
GS2_HMSB GS4_HMSB GS8 GZIP INT INT16 INT32 INT64 INT8 IOBase LITTLE_ENDIAN LONG LONGLONG MONO_HLSB MONO_HMSB MONO_VLSB
MVLSB NATIVE OrderedDict POLLERR POLLHUP POLLIN POLLOUT PTR RAW RGB565 RingIO SHORT StringIO Task TaskQueue UINT
UINT16 UINT32 UINT64 UINT8 ULONG ULONGLONG USHORT VOID VfsRom ZLIB a2b_base64 acos acosh add addressof append
appendleft argv array asin asinh asyncio atan atan2 atanh b2a_base64 binascii blit builtins bytearray_at byteorder
bytes_at calcsize ceil center chdir choice clear cmath collect collections const copy copysign cosh count crc32 decode
deflate degrees deleter deque difference difference_update digest disable discard dump dumps e ellipse enable encode
endswith erf erfc errorcode exp expm1 extend fabs factorial fill fill_rect find floor fmod format framebuf frexp
from_bytes fromhex fromkeys gamma gc get getcwd getrandbits getter getvalue gmtime group hashlib heapify heappop
heappush heapq hexlify hline ilistdir implementation index inf insert intersection intersection_update io isalpha
isclose isdigit isdisjoint isenabled isfinite isinf islower isnan isspace issubset issuperset isupper items join json
keys ldexp lgamma libc_ver line listdir load loads localtime log log10 log2 lower lstrip match math maxsize mem_alloc
mem_free mem_info micropython mkdir mktime modf mount namedtuple nan opt_level os pack pack_into partition path peek
pend_throw phase pi pixel platform polar poll poly pop popitem popleft print_exception push python_compiler qstr_info
radians randint random randrange re rect remove replace reverse rfind rindex rmdir rpartition rsplit rstrip schedule
scroll search seed select sep setdefault setter sha256 sinh sizeof sleep sleep_ms sleep_us sort split splitlines sqrt
startswith stat statvfs stderr stdin stdout strip struct sub symmetric_difference symmetric_difference_update sys tan
tanh tau text threshold ticks_add ticks_cpu ticks_diff ticks_ms ticks_us time time_ns to_bytes trunc uctypes umount
unhexlify uniform union unlink unpack unpack_from update upper values version version_info vfs vline
"""
_TAKEN = """
Event Lock Loop NeoPixel ORDER SingletonGenerator Stream StreamReader StreamWriter ThreadSafeFlag acquire awritestr
bitstream bpp buf call_exception_handler cancel cancelled close cos create_task cur_task current_task done drain errno
exit flush gather get_event_loop get_exception_handler get_extra_info heap_lock heap_unlock is_set kbd_intr locked
modules n name new_event_loop open_connection pin ps1 ps2 read readinto readline release rename run run_forever
run_until_complete seek send set set_exception_handler sin stack_use start_server stop tell throw timing wait
wait_closed wait_for wait_for_ms write
"""

FREE = tuple(sorted(_FREE.split(), key=len))
"""What the unix and the webassembly port of 1.29 both list (``dir()`` of the built-in modules and types), without the
built-in functions and what streams, generators and exceptions are asked for. They may be given to anything."""

TAKEN = tuple(_TAKEN.split())
"""Names by which objects of the interpreter and of its own Python modules go: they are nobody else's."""
