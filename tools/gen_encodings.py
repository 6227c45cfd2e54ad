#!/usr/bin/env python3
"""Writes src/encoding/index_table.inc: the code points of the WHATWG's legacy encodings.

    gen_encodings.py FILE     makes the table from FILE, the indexes of the Encoding standard
    gen_encodings.py          rewrites the committed table, after a change of its layout
    gen_encodings.py --check  exits 1 if that would change it, or if an index in it is not the standard's

FILE is lib/encoding-indexes.js of the npm package text-encoding, version 0.7.0, which implements the standard in
JavaScript. It has all indexes, as arrays of code points by pointer, and is in the public domain, like the
standard's own files:

    npm pack text-encoding@0.7.0 && tar xf text-encoding-0.7.0.tgz
    tools/gen_encodings.py package/lib/encoding-indexes.js

The standard has changed once since that package: index gb18030 now follows GB 18030-2022. SINCE has the 18
pointers. Only getting FILE needs the network: the indexes can be read back from the table, and INDEXES has a
SHA-256 of each, over lines of pointer and code point.

The table omits what src/encoding/ adds: code points that follow from the pointer alone (x-user-defined, half-width
katakana, the private use characters of Shift_JIS, gb18030's four-byte codes beyond the ranges) and the four
pointers of Big5 that map to two characters.
"""
import bisect
import hashlib
import json
import pathlib
import re
import sys

TABLE = pathlib.Path(__file__).resolve().parent.parent / "src/encoding/index_table.inc"
FILE_SHA256 = "d0fd4fed32adb04570634ef4c50e2fd92b3c7f240b68e4403db1cf5df609663f"

# Pointers of index gb18030 that changed with GB 18030-2022.
SINCE = {
    7182: 0xFE10, 7183: 0xFE12, 7184: 0xFE11, 7185: 0xFE13, 7186: 0xFE14, 7187: 0xFE15, 7188: 0xFE16,
    7201: 0xFE17, 7202: 0xFE18, 7208: 0xFE19, 23775: 0x9FB4, 23783: 0x9FB5, 23788: 0x9FB6,
    23789: 0x9FB7, 23795: 0x9FB8, 23812: 0x9FB9, 23829: 0x9FBA, 23845: 0x9FBB,
}  # fmt: skip

# Every index and its checksum; the single-byte ones in the order of enum pith__charset_id.
INDEXES = {
    "big5": "264e9ca10fd88e49ce68d1a7882eef74a4d48ed7a4cc77b3ca4763e6279c8e61",
    "euc-kr": "f4a1bfa6d21d0a6bc599d74247425ec0d52032d48f3acbfc0394314b49403e32",
    "gb18030": "aa9181cfe9d8bdb68771598988a6a7b09317bf78e00a378d175009249b6d6672",
    "gb18030-ranges": "2265432d532f3e8f452b979f033f17b8b84fb06a21b82c722e5288b1e7526b83",
    "jis0208": "ba3359540ec5e2dcb25f507d988aa7dcd9207529eb1816903e56efccee5d49b9",
    "jis0212": "f61c70b0e04dfd7eb0e73eb0d04ed62fffdd78be529906ab5be482864671cc0c",
    "ibm866": "5636b1a6e3765cb0d5797e2967fddfca5011d647c848640b929d35ca65e91792",
    "iso-8859-2": "6e367fb74f6fa4630ef92b6d5ccf26e63de622cf06381ab9fc49b43ee2fcf64b",
    "iso-8859-3": "898e0b00841668f02194b633a02a2dfbb2c9890a5445faab12c0d56991b2c8d6",
    "iso-8859-4": "48109e0c8854a579048b6d4eb2b9a984ed03a20bf3ef58c2eded920cec211190",
    "iso-8859-5": "7bd998a19caf914a4f8f574b14ec26647c27dbeac25d4a729bd51d18dc11c0c2",
    "iso-8859-6": "d6e8b8fe99946e7856989702b0c17e86eaffad2fa92e66d17e6d5a822a99185f",
    "iso-8859-7": "6a4447f5e2b23560be45ee88d78c7744bf67d7d77815281686486eabb31bdb63",
    "iso-8859-8": "f3e88ece740a91882e662e5cacbcea7024a0e94a2812889b60556b7ee5ceda3b",
    "iso-8859-10": "beb8a0c450288a6ca059ede3609f1385407359e3c936da65fd902ffcb73112db",
    "iso-8859-13": "437183100e8d418f23150bda9afd2221861376fcfab66168ff5dca63414dcd99",
    "iso-8859-14": "226f3bbcc688727f5d15d9ec5d5db5cb74f085e12886ac2d120260dc093da940",
    "iso-8859-15": "4cf59ff65896709e859329b10747cad8f0405b52d811f033e3f80ef776b2947a",
    "iso-8859-16": "96136ba86a284bd5c2f5c725be88bfe68d454505cf6e26da2e5fe44b8b10b41c",
    "koi8-r": "5df0504f6c8d80992b8bff357f0405f596ba65bf28988144a7358636c7fa3f06",
    "koi8-u": "1c0b02683d175d8b9162922c2f016fbc9b314d47d8ebc252cfe79cae6a35227e",
    "macintosh": "89e97aee0541aa8729f61967a578599e1fc2654d8e4abe84b37b586991229a61",
    "windows-874": "fe8c51026a5b2500ba4d68efdbd9204efc4ae9494e533f44fdd949dd5ad75dde",
    "windows-1250": "5e5ab49146ecd28745f0e9f6a0a37d6d4ef5ed291fbe4d4ab7d413d8fb40f5fe",
    "windows-1251": "520002f8f4255d88fa32ca63cdce3ead0f9c64a2f820c9c37b87c826b3bac5c9",
    "windows-1252": "6e9de7b8592206629f6f9490ecb0cc6a43ecb598982b0bb2f560a3e9038b0348",
    "windows-1253": "a44d57798fe488bdc73a80df0a9aa795708bd448c81767b056b015c5582611bf",
    "windows-1254": "03010dcc65de210ec01cbb8affcd82bb8e3fdb16bc99951097abc692723fbffb",
    "windows-1255": "6fa5b66d8348e7835f7fc1e2b1b55479b393bd4fb8694f09c4b564e9738a078a",
    "windows-1256": "871d22988474e8be25965b30b13324a5c3b039ce8eecc533ef1986567189a4e5",
    "windows-1257": "420a291b512283b1ba609f76ccd6540caad9d105819cb9e06fa9e9da27417f5a",
    "windows-1258": "4a61299209190c4a618593fb91ca43cb8d7fea868261d58402b610a906cece4c",
    "x-mac-cyrillic": "d51025c15b8192f222880d1e1342f45f2dbbb067a496b86c0d3aa50d83d7e40b",
}
SINGLE = [name for name in INDEXES if name not in ("big5", "euc-kr", "gb18030", "gb18030-ranges", "jis0208", "jis0212")]

# First pointers of the table's arrays, and what is omitted in the middle of JIS X 0208: pointers that are private use
# characters in Shift_JIS and cannot be encoded in the other encodings.
BIG5_FIRST = 942
JIS0212_FIRST = 108
JIS0208_GAP = range(8836, 10716)


def checksum(index):
    text = "".join(f"{pointer}\t{code}\n" for pointer, code in sorted(index.items()))
    return hashlib.sha256(text.encode()).hexdigest()


# An index is a dictionary: pointer to code point.


def from_file(path):
    raw = pathlib.Path(path).read_bytes()
    if hashlib.sha256(raw).hexdigest() != FILE_SHA256:
        sys.exit(f"{path} is not the file that is wanted: read {sys.argv[0]}")
    object_in_file = re.search(r'\["encoding-indexes"\] =\s*(\{.*?\n\});', raw.decode(), re.S)
    indexes = {}
    for name, values in json.loads(object_in_file.group(1)).items():
        pairs = values if name == "gb18030-ranges" else enumerate(values)
        indexes[name] = {pointer: code for pointer, code in pairs if code is not None}
    indexes["gb18030"].update(SINCE)
    return indexes


def from_table():
    arrays = {}
    text = TABLE.read_text() if TABLE.exists() else ""
    for name, body in re.findall(r"pith__index_(\w+)[][0-9A-Z_]+ = \{(.*?)\n\};", text, re.S):
        body = re.sub(r"/\*.*?\*/", "", body)
        arrays[name] = [int(number) for number in re.findall(r"\d+", body)]

    def index(name, first=0):
        return {first + at: code for at, code in enumerate(arrays[name]) if code != 0}

    indexes = {"euc-kr": index("euc_kr"), "gb18030": index("gb18030"), "jis0212": index("jis0212", JIS0212_FIRST)}
    wide = arrays["big5_wide"]
    indexes["big5"] = {BIG5_FIRST + at: code | (wide[at // 8] >> at % 8 & 1) << 17
                       for at, code in enumerate(arrays["big5"]) if code != 0}  # fmt: skip
    indexes["jis0208"] = {at if at < JIS0208_GAP.start else at + len(JIS0208_GAP): code
                          for at, code in index("jis0208").items()}  # fmt: skip
    ranges = arrays["gb18030_ranges"]
    indexes["gb18030-ranges"] = dict(zip(ranges[::2], ranges[1::2]))
    for number, name in enumerate(SINGLE):
        # ISO-8859-8-I is ISO-8859-8 again.
        row = number + (number > SINGLE.index("iso-8859-8"))
        codes = arrays["single"][128 * row : 128 * row + 128]
        indexes[name] = {at: code for at, code in enumerate(codes) if code != 0xFFFD}
    return indexes


def lines(numbers):
    line = "   "
    for number in numbers:
        if len(line) + len(str(number)) > 117:
            yield line
            line = "   "
        line += (" " if line == "   " else "") + f"{number},"
    yield line


def array(name, numbers, kind="uint16_t"):
    return [f"const {kind} pith__index_{name}[{len(numbers)}] = {{", *lines(numbers), "};"]


def dense(index, first=0):
    return [index.get(pointer, 0) for pointer in range(first, max(index) + 1)]


def make(indexes):
    out = ["/* Made by tools/gen_encodings.py from the indexes of the Encoding standard. Do not edit.",
           " * 0 stands for no character, in the single-byte encodings 65533. */",
           "/* clang-format off */"]  # fmt: skip
    big5 = dense(indexes["big5"], BIG5_FIRST)
    assert all(code < 0x10000 or code >> 16 == 2 for code in big5)
    wide = [sum((code > 0xFFFF) << bit for bit, code in enumerate(big5[at : at + 8])) for at in range(0, len(big5), 8)]
    jis0208 = indexes["jis0208"]
    assert not any(pointer in jis0208 for pointer in JIS0208_GAP)
    jis0208 = {at if at < JIS0208_GAP.start else at - len(JIS0208_GAP): code for at, code in jis0208.items()}
    out += array("big5", [code & 0xFFFF for code in big5])
    out += array("big5_wide", wide, "uint8_t")
    out += array("euc_kr", dense(indexes["euc-kr"]))
    out += array("gb18030", dense(indexes["gb18030"]))
    ranges = [pair for pair in sorted(indexes["gb18030-ranges"].items()) if pair[0] < 0x10000]
    out += [f"const uint16_t pith__index_gb18030_ranges[{len(ranges)}][2] = {{"]
    out += ["    " + " ".join(f"{{{a}, {b}}}," for a, b in ranges[at : at + 8]) for at in range(0, len(ranges), 8)]
    out += ["};"]
    starts = [pointer for pointer, _ in ranges]
    out += array("gb18030_range_of", [bisect.bisect(starts, at) - 1 for at in range(0, 39420, 256)], "uint8_t")
    out += array("jis0208", dense(jis0208))
    out += array("jis0212", dense(indexes["jis0212"], JIS0212_FIRST))
    rows = [*SINGLE[: SINGLE.index("iso-8859-8") + 1], "iso-8859-8", *SINGLE[SINGLE.index("iso-8859-8") + 1 :]]
    out += [f"const uint16_t pith__index_single[{len(rows)}][128] = {{"]
    for name in rows:
        out += [f"    {{ /* {name} */", *lines(indexes[name].get(at, 0xFFFD) for at in range(128)), "    },"]
    out += ["};", "/* clang-format on */"]
    return "\n".join(out) + "\n"


def main(args):
    if len(args) > 1 or args[:1] in (["-h"], ["--help"]):
        sys.exit(__doc__)
    indexes = from_file(args[0]) if args and args != ["--check"] else from_table()
    indexes["gb18030-ranges"].pop(189000, None)  # where the code points beyond U+FFFF begin: known to the decoder
    for name, want in INDEXES.items():
        if checksum(indexes[name]) != want:
            sys.exit(f"index {name} is not the standard's")
    made = make(indexes)
    if args == ["--check"]:
        sys.exit(0 if TABLE.read_text() == made else f"{TABLE} is out of date: run make generate")
    TABLE.write_text(made)


if __name__ == "__main__":
    main(sys.argv[1:])
