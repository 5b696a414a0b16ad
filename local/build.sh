# Sourced by our scripts: builds what is older than its sources, and says where the result is.

# shellcheck source=local/jdk.sh
. "$(dirname "${BASH_SOURCE[0]}")/jdk.sh"
JAVA_HOME=$(find_jdk)
export JAVA_HOME

# Builds and packages everything below $1 unless the last build is newer than every source. Speaks on standard error.
build_if_stale() {
  local root=$1 stamp=$1/local/target/built
  if is_fresh "$root" "$stamp"; then
    return
  fi
  # Two callers at once would build into the same folders.
  mkdir -p "$root/local/target"
  (
    flock 9
    # Another caller may have built while we waited.
    if is_fresh "$root" "$stamp"; then
      exit 0
    fi
    echo "Building (a minute or two the first time)..." >&2
    "$root/mvnw" -B -q -f "$root/pom.xml" package -Dmaven.test.skip=true >&2
    touch "$stamp"
  ) 9>"$root/local/target/build.lock"
}

# Whether the stamp $2 is newer than every source below $1.
is_fresh() {
  [ -f "$2" ] && [ -z "$(find "$1/pom.xml" "$1"/functions/*/pom.xml "$1"/functions/*/src/main \
    "$1/local/pom.xml" "$1/local/src/main" -newer "$2" -print -quit)" ]
}

local_class_path() {
  echo "$1/local/target/classes:$1/local/target/lib/*"
}
