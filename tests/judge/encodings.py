#!/usr/bin/env python3
"""Compares Pith's decoders with the WHATWG's Encoding standard, as Python knows it.

    tests/judge/encodings.py DECODE_DUMP

DECODE_DUMP is the program built from decode_dump.c. The judge shares nothing with it: the decoders below are the
standard's handlers, step by step, and the characters come from Python's own codecs, which differ from the standard's
indexes in few places, all of them listed here. In every encoding are compared: each byte, each pair of bytes (at the
end and before others), all sequences of three bytes in EUC-JP, all of four bytes of gb18030 below U+10000 and every
37th above, each pair in each state of ISO-2022-JP, and strings of bytes at random. Text and the number of errors must
be the same. Prints counts; exits with 1 at a difference and shows it.
"""
import collections
import functools
import random
import struct
import subprocess
import sys

# ------------------------------------------------------------------ characters by Python's codecs

# Where Python's codecs and the standard's indexes part. Bytes and code points, in hex.
GB18030_OTHER = """a3a0:3000 a6d9:fe10 a6da:fe12 a6db:fe11 a6dc:fe13 a6dd:fe14 a6de:fe15 a6df:fe16 a6ec:fe17 a6ed:fe18
    a6f3:fe19 a8bc:1e3f fe59:9fb4 fe61:9fb5 fe66:9fb6 fe67:9fb7 fe6d:9fb8 fe7e:9fb9 fe90:9fba fea0:9fbb
    8135f437:e7c7"""  # GB 18030-2022 instead of 2000, and a space of full width
EUC_JP_OTHER = "8fa2b7:ff5e"  # a tilde of full width
SINGLE_OTHER = {"koi8-u": {0xAE: 0x45E, 0xBE: 0x40E}, "windows-1255": {0xCA: 0x5BA}}
# Python's big5hkscs is of 2004, and refuses what is in Unicode twice. Before these, 0xA1 and 0xA2 are cp950's.
BIG5_OTHER = """877a:3875 877b:21d53 877c:2369e 877d:26021 877e:3eec 87a1:258de 87a2:3af5 87a3:7afc 87a4:9f97 87a5:24161
    87a6:2890d 87a7:231ea 87a8:20a8a 87a9:2325e 87aa:430a 87ab:8484 87ac:9f96 87ad:942f 87ae:4930 87af:8613
    87b0:5896 87b1:974a 87b2:9218 87b3:79d0 87b4:7a32 87b5:6660 87b6:6a29 87b7:889d 87b8:744c 87b9:7bc5 87ba:6782
    87bb:7a2c 87bc:524f 87bd:9046 87be:34e6 87bf:73c4 87c0:25db9 87c1:74c6 87c2:9fc7 87c3:57b3 87c4:492f 87c5:544c
    87c6:4131 87c7:2368e 87c8:5818 87c9:7a72 87ca:27b65 87cb:8b8f 87cc:46ae 87cd:26e88 87ce:4181 87cf:25d99
    87d0:7bae 87d1:224bc 87d2:9fc8 87d3:224c1 87d4:224c9 87d5:224cc 87d6:9fc9 87d7:8504 87d8:235bb 87d9:40b4
    87da:9fca 87db:44e1 87dc:2adff 87dd:62c1 87de:706e 87df:9fcb 8e69:7bb8 8e6f:7c06 8e7e:7cce 8eab:7dd2 8eb4:7e1d
    8ecd:8005 8ed0:8028 8f57:83c1 8f69:84a8 8f6e:840f 8fcb:89a6 8fcc:89a9 8ffe:8d77 906d:90fd 907a:92b9 90dc:975c
    90f1:97ff 91bf:9f16 9244:8503 92af:5159 92b0:515b 92b1:515d 92b2:515e 92c8:936e 92d1:7479 9447:6d67 94ca:799b
    95d9:9097 9644:975d 96ed:701e 96fc:5b28 9b76:7201 9b78:77d7 9b7b:7e87 9bc6:99d6 9bde:91d4 9bec:60de 9bf6:6fb6
    9c42:8f36 9c53:4fbb 9c62:71df 9c68:9104 9c6b:9df0 9c77:83cf 9cbc:5c10 9cbd:79e3 9cd0:5a67 9d57:8f0b 9d5a:7b51
    9dc4:62d0 9ea9:6062 9eef:75f9 9efd:6c4a 9f60:9b2e 9f66:9f17 9fcb:50ed 9fd8:5f0c a063:880f a077:62ce a0d5:7468
    a0df:7162 a0e4:7250 a3e1:20ac c6cf:5ef4 c6d3:65e0 c6d5:7676 c6d7:96b6 c6de:3003 c6df:4edd fa5f:5029 fa66:507d
    fabd:5305 fac5:5344 fad5:537f fb48:5605 fbb8:5a77 fbf3:5e75 fbf9:5ed0 fc4f:5f58 fc6c:60a4 fcb9:6490 fce2:6674
    fcf1:675e fdb7:6c9c fdb8:6e1d fdbb:6e2f fdf1:716e fe52:732a fe6f:745c feaa:74e9 fedd:7809"""

SINGLE = {
    "ibm866": "cp866", "koi8-r": "koi8_r", "koi8-u": "koi8_u", "macintosh": "mac_roman", "windows-874": "cp874",
    "x-mac-cyrillic": "mac_cyrillic", "iso-8859-8-i": "iso8859_8",
    **{f"windows-125{n}": f"cp125{n}" for n in range(9)},
    **{f"iso-8859-{n}": f"iso8859_{n}" for n in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16)},
}  # fmt: skip


@functools.lru_cache(maxsize=None)
def by_codec(sequence, codec):
    try:
        text = sequence.decode(codec)
    except UnicodeDecodeError:
        return None
    return ord(text) if len(text) == 1 else None


def others(text):
    pairs = (word.split(":") for word in text.split())
    return {bytes.fromhex(sequence): int(code, 16) for sequence, code in pairs}


class Characters:
    """Sequence of bytes to code point, or None."""

    def __init__(self, codec, other="", codec_of_symbols=None):
        self.codec, self.other, self.codec_of_symbols = codec, others(other), codec_of_symbols

    def __call__(self, *numbers):
        sequence = bytes(numbers)
        codec = self.codec_of_symbols if self.codec_of_symbols and sequence[0] in (0xA1, 0xA2) else self.codec
        return self.other.get(sequence) or by_codec(sequence, codec)


CP932 = Characters("cp932")
EUC_JP = Characters("euc_jp", EUC_JP_OTHER)
CP949 = Characters("cp949")
GB18030 = Characters("gb18030", GB18030_OTHER)
BIG5 = Characters("big5hkscs", BIG5_OTHER + "".join(f" a3{0xC0 + n:x}:{0x2400 + n:x}" for n in range(32)) + " a3e0:2421",
                  "cp950")  # fmt: skip


def jis0208(row, cell):
    """The character of the index at ROW and CELL, both from 0; by way of Shift_JIS, which has all of them."""
    lead, trail = divmod(row * 94 + cell, 188)
    return CP932(lead + (0x81 if lead < 0x1F else 0xC1), trail + (0x40 if trail < 0x3F else 0x41))


# --------------------------------------------------------------------- the standard's handlers

CONTINUE, ERROR, FINISHED = "continue", "error", "finished"


class Handler:
    """handle(BYTE) is called with each byte of the queue, and with None at its end."""

    def __init__(self, queue):
        self.queue = queue

    def restore(self, *numbers):
        self.queue.extendleft(reversed(numbers))


def is_ascii(byte):
    return byte < 0x80


class Single(Handler):
    def handle(self, byte):
        if byte is None:
            return FINISHED
        if is_ascii(byte):
            return byte
        code = SINGLE_OTHER.get(self.name, {}).get(byte) or by_codec(bytes([byte]), SINGLE[self.name])
        if code is None and byte < 0xA0:
            return byte  # the standard's indexes have controls there
        return ERROR if code is None else code


class UserDefined(Handler):
    def handle(self, byte):
        if byte is None:
            return FINISHED
        return byte if is_ascii(byte) else 0xF780 + byte - 0x80


class Replacement(Handler):
    returned = False

    def handle(self, byte):
        if byte is None:
            return FINISHED
        if not self.returned:
            self.returned = True
            return ERROR
        return FINISHED


class Lead(Handler):
    """Encodings with a lead byte: what Shift_JIS, EUC-KR and Big5 share."""

    lead = 0

    def handle(self, byte):
        if byte is None:
            if self.lead != 0:
                self.lead = 0
                return ERROR
            return FINISHED
        if self.lead != 0:
            lead, self.lead = self.lead, 0
            code = self.pair(lead, byte)
            if code is not None:
                return code
            if is_ascii(byte):
                self.restore(byte)
            return ERROR
        if is_ascii(byte):
            return byte
        return self.first(byte)

    def first(self, byte):
        if 0x81 <= byte <= 0xFE:
            self.lead = byte
            return CONTINUE
        return ERROR


class ShiftJis(Lead):
    def first(self, byte):
        if byte == 0x80:
            return byte
        if 0xA1 <= byte <= 0xDF:
            return 0xFF61 - 0xA1 + byte
        if 0x81 <= byte <= 0x9F or 0xE0 <= byte <= 0xFC:
            self.lead = byte
            return CONTINUE
        return ERROR

    def pair(self, lead, byte):
        if not (0x40 <= byte <= 0x7E or 0x80 <= byte <= 0xFC):
            return None
        pointer = (lead - (0x81 if lead < 0xA0 else 0xC1)) * 188 + byte - (0x40 if byte < 0x7F else 0x41)
        return 0xE000 - 8836 + pointer if 8836 <= pointer <= 10715 else CP932(lead, byte)


class EucKr(Lead):
    def pair(self, lead, byte):
        return CP949(lead, byte) if 0x41 <= byte <= 0xFE else None


class Big5(Lead):
    def pair(self, lead, byte):
        if not (0x40 <= byte <= 0x7E or 0xA1 <= byte <= 0xFE):
            return None
        twice = {0x8862: (0xCA, 0x304), 0x8864: (0xCA, 0x30C), 0x88A3: (0xEA, 0x304), 0x88A5: (0xEA, 0x30C)}
        return twice.get(lead << 8 | byte) or BIG5(lead, byte)


class EucJp(Handler):
    lead, jis0212 = 0, False

    def handle(self, byte):
        if byte is None:
            if self.lead != 0:
                self.lead = 0
                return ERROR
            return FINISHED
        if self.lead == 0x8E and 0xA1 <= byte <= 0xDF:
            self.lead = 0
            return 0xFF61 - 0xA1 + byte
        if self.lead == 0x8F and 0xA1 <= byte <= 0xFE:
            self.jis0212, self.lead = True, byte
            return CONTINUE
        if self.lead != 0:
            lead, self.lead, code = self.lead, 0, None
            if 0xA1 <= lead <= 0xFE and 0xA1 <= byte <= 0xFE:
                code = EUC_JP(0x8F, lead, byte) if self.jis0212 else jis0208(lead - 0xA1, byte - 0xA1)
            self.jis0212 = False
            if code is not None:
                return code
            if is_ascii(byte):
                self.restore(byte)
            return ERROR
        if is_ascii(byte):
            return byte
        if byte in (0x8E, 0x8F) or 0xA1 <= byte <= 0xFE:
            self.lead = byte
            return CONTINUE
        return ERROR


class Gb18030(Handler):
    first = second = third = 0

    def clear(self):
        self.first = self.second = self.third = 0

    def handle(self, byte):
        if byte is None:
            pending = self.first or self.second or self.third
            self.clear()
            return ERROR if pending else FINISHED
        first, second, third = self.first, self.second, self.third
        if third != 0:
            self.clear()
            if not 0x30 <= byte <= 0x39:
                self.restore(second, third, byte)
                return ERROR
            code = GB18030(first, second, third, byte)
            return ERROR if code is None else code
        if second != 0:
            if 0x81 <= byte <= 0xFE:
                self.third = byte
                return CONTINUE
            self.clear()
            self.restore(second, byte)
            return ERROR
        if first != 0:
            if 0x30 <= byte <= 0x39:
                self.second = byte
                return CONTINUE
            self.clear()
            code = GB18030(first, byte) if 0x40 <= byte <= 0x7E or 0x80 <= byte <= 0xFE else None
            if code is not None:
                return code
            if is_ascii(byte):
                self.restore(byte)
            return ERROR
        if is_ascii(byte):
            return byte
        if byte == 0x80:
            return 0x20AC
        if 0x81 <= byte <= 0xFE:
            self.first = byte
            return CONTINUE
        return ERROR


class Utf16(Handler):
    lead_byte = lead_surrogate = None

    def handle(self, byte):
        if byte is None:
            pending = self.lead_byte is not None or self.lead_surrogate is not None
            self.lead_byte = self.lead_surrogate = None
            return ERROR if pending else FINISHED
        if self.lead_byte is None:
            self.lead_byte = byte
            return CONTINUE
        pair = (self.lead_byte, byte)
        unit = pair[0] << 8 | pair[1] if self.name == "utf-16be" else pair[1] << 8 | pair[0]
        self.lead_byte = None
        if self.lead_surrogate is not None:
            lead, self.lead_surrogate = self.lead_surrogate, None
            if 0xDC00 <= unit <= 0xDFFF:
                return 0x10000 + ((lead - 0xD800) << 10) + (unit - 0xDC00)
            self.restore(*pair)
            return ERROR
        if 0xD800 <= unit <= 0xDBFF:
            self.lead_surrogate = unit
            return CONTINUE
        return ERROR if 0xDC00 <= unit <= 0xDFFF else unit


class Iso2022Jp(Handler):
    state = output_state = "ASCII"
    lead, output = 0, False

    def handle(self, byte):
        return getattr(self, "in_" + self.state)(byte)

    def one_byte(self, byte, code):
        if byte == 0x1B:
            self.state = "escape_start"
            return CONTINUE
        if byte is None:
            return FINISHED
        self.output = False
        return ERROR if code is None else code

    def in_ASCII(self, byte):
        return self.one_byte(byte, None if byte is None or byte > 0x7F or byte in (0x0E, 0x0F) else byte)

    def in_Roman(self, byte):
        if byte in (0x5C, 0x7E):
            return self.one_byte(byte, {0x5C: 0xA5, 0x7E: 0x203E}[byte])
        return self.in_ASCII(byte)

    def in_katakana(self, byte):
        return self.one_byte(byte, 0xFF61 - 0x21 + byte if byte is not None and 0x21 <= byte <= 0x5F else None)

    def in_lead(self, byte):
        if byte is not None and 0x21 <= byte <= 0x7E:
            self.output, self.lead, self.state = False, byte, "trail"
            return CONTINUE
        return self.one_byte(byte, None)

    def in_trail(self, byte):
        if byte == 0x1B:
            self.state = "escape_start"
            return ERROR
        self.state = "lead"
        if byte is not None and 0x21 <= byte <= 0x7E:
            code = jis0208(self.lead - 0x21, byte - 0x21)
            return ERROR if code is None else code
        return ERROR

    def in_escape_start(self, byte):
        if byte in (0x24, 0x28):
            self.lead, self.state = byte, "escape"
            return CONTINUE
        if byte is not None:
            self.restore(byte)
        self.output, self.state = False, self.output_state
        return ERROR

    def in_escape(self, byte):
        lead, self.lead = self.lead, 0
        states = {(0x28, 0x42): "ASCII", (0x28, 0x4A): "Roman", (0x28, 0x49): "katakana",
                  (0x24, 0x40): "lead", (0x24, 0x42): "lead"}  # fmt: skip
        state = states.get((lead, byte))
        if state is not None:
            self.state = self.output_state = state
            output, self.output = self.output, True
            return ERROR if output else CONTINUE
        if byte is not None:
            self.restore(byte)
        self.restore(lead)
        self.output, self.state = False, self.output_state
        return ERROR


HANDLERS = {
    "shift_jis": ShiftJis, "euc-kr": EucKr, "big5": Big5, "euc-jp": EucJp, "gb18030": Gb18030, "gbk": Gb18030,
    "iso-2022-jp": Iso2022Jp, "utf-16le": Utf16, "utf-16be": Utf16, "x-user-defined": UserDefined,
    "iso-2022-kr": Replacement, **{name: Single for name in SINGLE},
}  # fmt: skip


def decode(name, data):
    """The text and how many errors there were."""
    queue = collections.deque(data)
    handler = HANDLERS[name](queue)
    handler.name = name
    text, errors = [], 0
    while True:
        result = handler.handle(queue.popleft() if queue else None)
        if result is FINISHED:
            return "".join(text), errors
        if result is ERROR:
            text.append("\ufffd")
            errors += 1
        elif result is not CONTINUE:
            text += map(chr, result if isinstance(result, tuple) else (result,))


# --------------------------------------------------------------------------------- what to ask

ESCAPES = [b"\x1b(B", b"\x1b(J", b"\x1b(I", b"\x1b$@", b"\x1b$B"]


def pairs():
    return (bytes([first, second]) for first in range(256) for second in range(256))


def noise(name, rng):
    """Strings of bytes, most of them at the borders of the encodings' ranges."""
    border = b"\x00\x0e\x1b\x20\x21\x24\x28\x2f\x30\x39\x3a\x3c\x3f\x40\x41\x42\x49\x5c\x5f\x7e\x7f\x80\x81\x84\x88\x8e" \
             b"\x8f\x90\x9f\xa0\xa1\xa2\xb0\xc6\xc8\xd8\xdb\xdc\xdf\xe0\xe3\xf9\xfc\xfd\xfe\xff"
    for _ in range(2000):
        out = bytearray()
        for _ in range(rng.randrange(1, 30) if rng.random() < 0.97 else 600):  # the decoder has runs of 128
            kind = rng.random()
            if name == "iso-2022-jp" and kind < 0.2:
                out += rng.choice(ESCAPES)
            elif kind < 0.7:
                out.append(rng.choice(border))
            else:
                out.append(rng.randrange(256))
        yield bytes(out)


def four(pointer):
    return bytes([0x81 + pointer // 12600, 0x30 + pointer // 1260 % 10, 0x81 + pointer // 10 % 126, 0x30 + pointer % 10])


def questions(name):
    rng = random.Random(name)
    yield b""
    yield from (bytes([byte]) for byte in range(256))
    if name in SINGLE or name in ("x-user-defined", "iso-2022-kr"):
        yield bytes(range(256)) * 2  # longer than a run, with ASCII between
    else:
        yield from pairs()
        yield from (pair + b"<\x81p" for pair in pairs() if pair[0] >= 0x80 or name == "iso-2022-jp")
    if name == "euc-jp":
        yield from (b"\x8f" + pair for pair in pairs())
    if name == "gb18030":
        yield from map(four, range(39420 + 100))
        yield from map(four, range(39420, 126 * 12600, 37))
        yield from map(four, (188999, 189000, 1237575, 1237576, 126 * 12600 - 1))
    if name == "iso-2022-jp":
        for escape in ESCAPES[1:4]:
            yield from (escape + pair for pair in pairs())
    yield from noise(name, rng)


def judge(program, name):
    asked = list(questions(name))
    records = b"".join(struct.pack(">H", len(data)) + data for data in asked)
    made = subprocess.run([program, name], input=records, stdout=subprocess.PIPE, check=True).stdout
    at = 0
    for data in asked:
        length, errors = struct.unpack_from(">HH", made, at)
        text = made[at + 4 : at + 4 + length].decode()
        at += 4 + length
        wanted = decode(name, data)
        if (text, errors) != wanted:
            sys.exit(f"{name}: {data.hex(' ')}: {ascii(text)} with {errors} errors, not {ascii(wanted[0])} with {wanted[1]}")
    assert at == len(made)
    return len(asked)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    counts = {name: judge(sys.argv[1], name) for name in HANDLERS}
    print(f"{sum(counts.values())} strings of bytes in {len(counts)} encodings are decoded alike")


main()
