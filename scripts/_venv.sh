# Sourced by the other scripts: makes a virtual environment inside the checkout and installs what they need.
# Needs nothing but a Python, 3.10 or newer, with pip. A second call finds everything in place and takes no time.
#
#   make_venv DIR PYTHON EXTRAS    afterwards DIR/bin/python has this checkout (editable) with [EXTRAS]

# Bytecode is kept: without it each program that a test starts compiles all of its modules.
unset PYTHONDONTWRITEBYTECODE

say() { printf '%s\n' "$*"; }
die() { printf '%s\n' "$*" >&2; exit 1; }

cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1

python_fits() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; }

# One line where this is newer than all that the tests were run on; the last version that pyproject.toml lists.
say_if_untested() {
  local newest
  newest=$(sed -n 's/.*Programming Language :: Python :: 3\.\([0-9]*\)".*/\1/p' pyproject.toml | tail -n 1)
  "$1" -c "import sys; sys.exit(sys.version_info[:2] <= (3, $newest))" \
    || return 0
  say "$("$1" --version 2>&1) is newer than 3.$newest, the newest that was tested; please report what fails"
}

# The first interpreter that fits: $PYTHON when given, else python3, else the versioned names.
find_python() {
  local candidate
  if [ -n "${PYTHON:-}" ]; then
    python_fits "$PYTHON" || die "PYTHON=$PYTHON is no Python of 3.10 or newer; point it at one"
    printf '%s\n' "$PYTHON"; return
  fi
  for candidate in python3 python3.{15,14,13,12,11,10} python; do
    if command -v "$candidate" >/dev/null 2>&1 && python_fits "$candidate"; then printf '%s\n' "$candidate"; return; fi
  done
  die "no Python of 3.10 or newer found; install one, or name it: PYTHON=/path/to/python $0"
}

# A Python 3.10, the only one that pymoos has wheels for; prints nothing when there is none.
find_python310() {
  local candidate
  for candidate in python3.10 "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.10.*/bin/python; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 10))' 2>/dev/null; then
      printf '%s\n' "$candidate"; return
    fi
  done
}

make_venv() {
  local dir=$1 python=$2 extras=$3 stamp want
  [ -n "$python" ] || exit 1
  stamp="$dir/.installed"
  # A changed pyproject.toml, another extra, interpreter or place means: install again.
  want="$extras|$("$python" -c 'import sys; print(sys.version.split()[0])')|$(cksum < pyproject.toml)|$PWD"
  [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$want" ] && return 0
  say_if_untested "$python"
  say "setting up $dir with $("$python" --version 2>&1) (once; takes a minute or two) ..."
  "$python" -m venv --clear "$dir" || die "cannot make a virtual environment; on Debian or Ubuntu: apt install python3-venv"
  # uv takes a sixth of pip's time (with the certificates of the system, as pip has them here); what is imported is
  # compiled then, not all of it here
  local pip=("$dir/bin/python" -m pip install --quiet --disable-pip-version-check)
  { "${pip[@]}" uv && UV_SYSTEM_CERTS=1 "$dir/bin/uv" pip install --quiet --python "$dir/bin/python" -e ".[$extras]"; } 2>/dev/null \
    || "${pip[@]}" --no-compile -e ".[$extras]" || die "installation failed; pip's reason is above"
  printf '%s\n' "$want" > "$stamp"
}
