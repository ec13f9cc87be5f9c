"""Silent video that keeps a screen on: `make silent-video` writes it with ffmpeg.

Twelve seconds of black, one frame a second, 16 pixels wide, with a silent sound track: WebKit and
Gecko let the screen go dark during a video without a sound track.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

SECONDS = 12
FOLDER = Path(__file__).parents[2] / "static" / "video"
PICTURE = ("-f", "lavfi", "-i", f"color=black:size=16x16:rate=1:duration={SECONDS}")
SOUND = ("-f", "lavfi", "-i", "anullsrc=sample_rate=8000:channel_layout=mono")
# Identical bytes each time: no date, no name of the program.
EXACT = ("-map_metadata", "-1", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-flags:a",
         "+bitexact")  # fmt: skip
KINDS = {
    "silent.mp4": (
        *("-c:v", "libx264", "-profile:v", "baseline", "-level", "1.0", "-pix_fmt", "yuv420p"),
        *("-c:a", "aac", "-b:a", "8k", "-movflags", "+faststart"),
    ),
    "silent.webm": (
        *("-c:v", "libvpx", "-b:v", "1k"),
        *("-c:a", "libopus", "-b:a", "6k", "-frame_duration", "60"),
    ),
}


def main() -> None:
    """Write both files; raises CalledProcessError if ffmpeg fails."""
    FOLDER.mkdir(exist_ok=True)
    for name, kind in KINDS.items():
        limits = ("-t", str(SECONDS), "-g", str(SECONDS))  # one whole picture, then differences
        file = FOLDER / name
        subprocess.run(
            ["ffmpeg", "-v", "error", "-y", *PICTURE, *SOUND, *limits, *kind, *EXACT, file],
            check=True,
        )
        print(f"{file.name}: {file.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
