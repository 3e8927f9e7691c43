"""Free fonts of the drawn styles: Debian packages, and npm packages fetched by `python -m vision.render.fonts`."""

from __future__ import annotations

import hashlib
import json
import subprocess
import tarfile
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "data-local" / "fonts"
"""Where the fetched fonts lie; not part of the repository."""
FETCH = "python -m vision.render.fonts"


@dataclass(frozen=True, slots=True)
class Font:
    """A font file of a Debian package, the licence that package states for it, the characters of ours it lacks."""

    package: str
    path: str
    licence: str
    lacks: str = ""
    index: int = 0

    def file(self, character: str) -> Path:
        """The file that has a character. Raises `ValueError` when the font lacks it, `OSError` when not installed."""
        if character in self.lacks:
            raise ValueError(f"{self.path} lacks the character {character!r}")
        path = Path("/usr/share/fonts") / self.path
        if not path.is_file():
            raise OSError(f"{path}: not found; install the Debian package {self.package}")
        return path


@dataclass(frozen=True, slots=True)
class PackedFont:
    """A font of the npm package `@fontsource/<package>`, split into files by ranges of characters; all SIL OFL 1.1.

    `checksum`: SHA-256 of the package file. `weight`: the thickness taken of those the package has.
    """

    package: str
    version: str
    lacks: str
    checksum: str
    weight: int = 400
    index: int = 0

    @property
    def licence(self) -> str:
        return "SIL OFL 1.1"

    @property
    def folder(self) -> Path:
        return FOLDER / f"{self.package}-{self.version}"

    def file(self, character: str) -> Path:
        """The file that has a character. Raises `ValueError` when the font lacks it, `OSError` when not fetched."""
        if character not in self.lacks:
            if not self.folder.is_dir():
                raise OSError(f"{self.folder}: not found; fetch the fonts of the drawn styles with `{FETCH}`")
            part = _part(self.folder / "unicode.json", ord(character))
            if part is not None:
                return self.folder / "files" / f"{self.package}-{part}-{self.weight}-normal.woff2"
        raise ValueError(f"@fontsource/{self.package} lacks the character {character!r}")


AnyFont = Font | PackedFont

BRUSHES: tuple[AnyFont, ...] = (
    Font("fonts-kouzan-mouhitsu", "truetype/kouzan-mouhitsu/kouzan-mouhitsu.ttf", "public domain", "东发"),
    Font("fonts-kouzan-mouhitsu", "truetype/kouzan-mouhitsu/kouzan-mouhitsu-gyosho.ttf", "public domain", "东发"),
    Font("fonts-aoyagi-kouzan-t", "truetype/aoyagi-kouzan-t/AoyagiKouzanT.ttf", "public domain", "萬东發发"),
    Font("fonts-lxgw-wenkai", "truetype/lxgw-wenkai/LXGWWenKai-Bold.ttf", "SIL OFL 1.1"),
    Font("fonts-klee", "truetype/klee/KleeOne-SemiBold.ttf", "SIL OFL 1.1", "东发"),
    PackedFont("yuji-boku", "5.3.0", "东发", "0c7ef4b23f15a61946dcb1250c65e97cb835867828c2ed84c0722853598b6412"),
    PackedFont("yuji-mai", "5.3.0", "东发", "c12fbb2a58b2b51d9b5674ff8e14c4d6d2e5525b57f573598a6d11067e132849"),
    PackedFont("yuji-syuku", "5.3.0", "东发", "15c7bc12bf18098d4ff6f83c274ecdf7eaabc5f03aaebb0b9d0d7d37c1d61e71"),
    PackedFont(
        "ma-shan-zheng", "5.3.1", "萬東發発", "f441a8e137c210da78e8a287616227b11771ff8bbc4a6e506a0f5f84790ca272"
    ),
    PackedFont(
        "zhi-mang-xing", "5.3.0", "萬東發発", "903fe57d53c97001563dfa380e91c3ceaacc2f65485f93c4741d34470aedb0b9"
    ),
    PackedFont("long-cang", "5.3.0", "萬東發発", "f37d7fc6e0ed15718e03fe9edd5f8b0117d6d011d23c15bf2d35b7b00f9c4e26"),
    PackedFont("iansui", "5.3.0", "东发", "1d48ba4031d7e4532105dd7e2ad0a503008e227b6a41ea8d4464f2130f3d67c3"),
    PackedFont("zen-antique", "5.3.0", "东发", "26f28d7bd1b4aaca6dded4d6e7e56e5fd2f5b5635e670a7d56e319da6bfd98ca"),
)
"""Brush and pen hands, after which four tile sets in five are engraved."""

TYPES: tuple[AnyFont, ...] = (
    Font("fonts-noto-cjk-extra", "opentype/noto/NotoSerifCJK-Black.ttc", "SIL OFL 1.1"),
    Font("fonts-noto-cjk-extra", "opentype/noto/NotoSerifCJK-SemiBold.ttc", "SIL OFL 1.1", index=3),
    Font("fonts-noto-cjk", "opentype/noto/NotoSansCJK-Bold.ttc", "SIL OFL 1.1"),
    Font("fonts-morisawa-bizud-mincho", "truetype/bizud-mincho/BIZUDMincho-Regular.ttf", "SIL OFL 1.1", "东发"),
    Font("fonts-sawarabi-mincho", "truetype/sawarabi-mincho/sawarabi-mincho-medium.ttf", "SIL OFL 1.1", "萬东發发"),
    Font("fonts-reggae", "truetype/reggae/ReggaeOne-Regular.ttf", "SIL OFL 1.1", "东发"),
    Font("fonts-seto", "truetype/seto/setofont.ttf", "SIL OFL 1.1"),
    PackedFont(
        "kaisei-tokumin", "5.3.0", "东发", "08f6a8587c2cf171ac7f8eccd42b3508f61122420963d4db9ed6c5387fd2c2c4", 800
    ),
    PackedFont(
        "kaisei-decol", "5.3.0", "东发", "649c711d37b068d7e1945f13bf15c24d3b0d46d5cc775cb3155e88e4c5e6f91f", 700
    ),
    PackedFont(
        "zcool-xiaowei", "5.3.0", "萬東發発", "da63bdd0b1fe09ca18433ced3033c0ecbcffcfdca09c021206e8076822d28720"
    ),
    PackedFont("zcool-kuaile", "5.3.0", "萬東發発", "1e708b9f87a9e933e11c9137b4aa891c3e3105beee047ddfe75d23466c887dc1"),
    PackedFont("lxgw-marker-gothic", "5.3.0", "", "eea0a0eeeb5293e3981de67f1dae2588a45bb60e133721516834e7e881317a5b"),
    PackedFont("hina-mincho", "5.2.8", "东发", "38466d5704bf9f66f02abb5c6c80aa606b562bdba356b90b77681a37710c7bf9"),
    PackedFont("potta-one", "5.3.0", "东发", "ba4b54bac2024f7534d62759974dcb3e1b2e40585cb03cea06817699d35c10e9"),
    PackedFont("dela-gothic-one", "5.3.0", "东发", "2344fa5f9b2bb0b152013d98073a01006cffc4eac2d638586df6b0805e4d9474"),
    PackedFont("stick", "5.3.0", "东发", "ef2d959b5b974e8b8334f6faa4b380c6c90b91aae9b509c01733a7ce4616a7c7"),
    PackedFont("yusei-magic", "5.3.0", "东发", "f752e070375427a719f719629f7af78b64d24a6fd7bea7041d8b6b72e2bcc6a0"),
    PackedFont("rocknroll-one", "5.3.0", "东发", "aa274450543b7e1bfc0965cda9100a3a6bef26271d5b4c9ad1dc7f05118aea51"),
    PackedFont("yomogi", "5.3.0", "东发", "db1cc83484c6552df59b9c22f2f4725ceaad79875d90f42dcc9268a5c35d5080"),
    PackedFont(
        "shippori-antique-b1", "5.3.0", "东发", "59f80fc464bc720631b069b4a25ac388a7192b811f111a6aca71c662ee60b747"
    ),
    PackedFont(
        "chocolate-classical-sans", "5.3.0", "", "3cf035cb30ffdde29a8d78452cdc34142b2011d71d95f88012f72b527dfd86b3"
    ),
    PackedFont(
        "cactus-classical-serif", "5.3.0", "", "d689992dfffc9325cceda15c03facfe3b30febcbae2daf4170ff96264af58886"
    ),
    PackedFont("mochiy-pop-one", "5.3.0", "东发", "e51bf9bf1885021eadc9ad3178f1dd7a0fa98e88b69be71ca8f13dc177ca976e"),
)
"""Printing and poster types."""

FONTS = BRUSHES + TYPES
"""Fonts of the drawn styles."""

RESERVED_FONTS: tuple[Font, ...] = (
    Font("fonts-aoyagi-soseki", "truetype/aoyagi-soseki/aoyagi-soseki.ttf", "public domain", "东发"),
    Font("fonts-dejima-mincho", "truetype/dejima-mincho/dejima-mincho-r227.ttf", "MIT", "东发123456789ESWNBFCPDGR"),
)
"""Fonts of the style `table` alone, so that it stays art no network was trained on."""


def fetch(folder: Path = FOLDER) -> None:
    """Download the npm packages that are not there yet, with the `npm` command.

    Raises `OSError` when npm is missing or fails, `ValueError` when a package is not the one the checksum is of.
    """
    for font in FONTS:
        if isinstance(font, PackedFont) and not (folder / font.folder.name).is_dir():
            _fetch(font, folder / font.folder.name)


def _fetch(font: PackedFont, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent) as work:
        name = f"@fontsource/{font.package}@{font.version}"
        try:
            done = subprocess.run(["npm", "pack", name], cwd=work, capture_output=True, text=True)
        except FileNotFoundError as error:
            raise OSError("the command npm is missing; install the Debian package npm") from error
        if done.returncode:
            raise OSError(f"npm pack {name} failed: {done.stderr.strip()}")
        packed = next(Path(work).glob("*.tgz"))
        checksum = hashlib.sha256(packed.read_bytes()).hexdigest()
        if checksum != font.checksum:
            raise ValueError(f"{name}: its SHA-256 is {checksum}, not {font.checksum}")
        wanted = f"-{font.weight}-normal.woff2"
        with tarfile.open(packed) as archive:
            parts = [part for part in archive if part.name.endswith((wanted, "/unicode.json", "/LICENSE"))]
            archive.extractall(work, parts, filter="data")
        (Path(work) / "package").rename(target)


@cache
def _part(path: Path, code: int) -> str | None:
    """The part of a fetched font that has a character, from lines such as `"[3]": "U+4e00-4e03,U+767d"`."""
    for name, ranges in json.loads(path.read_text(encoding="utf-8")).items():
        for text in ranges.split(","):
            first, _, last = text.strip().removeprefix("U+").partition("-")
            if int(first, 16) <= code <= int(last or first, 16):
                return str(name).strip("[]")
    return None


if __name__ == "__main__":
    fetch()
