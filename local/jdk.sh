# Sourced by our scripts: find_jdk prints the home of a JDK of 21 or newer, or says that there is none.

# The feature version of the JDK whose home is $1, or 0.
jdk_version() {
  [ -x "$1/bin/javac" ] || { echo 0; return; }
  "$1/bin/javac" -version 2>&1 | sed -n 's/^javac \([0-9]*\).*/\1/p' | grep . || echo 0
}

find_jdk() {
  local candidate on_path best='' best_version=20 version
  on_path=$(command -v javac || true)
  [ -z "$on_path" ] || on_path=$(dirname "$(dirname "$(readlink -f "$on_path" 2>/dev/null || echo "$on_path")")")
  for candidate in "${JAVA_HOME:-}" "$on_path"; do
    if [ -n "$candidate" ] && [ "$(jdk_version "$candidate")" -ge 21 ]; then
      echo "$candidate"
      return
    fi
  done
  for candidate in /usr/lib/jvm/* /usr/java/* /opt/java/* /opt/jdk* "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home /opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home; do
    [ -d "$candidate" ] || continue
    version=$(jdk_version "$candidate")
    if [ "$version" -gt "$best_version" ]; then
      best=$candidate
      best_version=$version
    fi
  done
  if [ -z "$best" ]; then
    echo "No JDK of 21 or newer found in JAVA_HOME, on PATH or in the usual folders. Install one (for example Temurin 25) and set JAVA_HOME." >&2
    return 1
  fi
  echo "$best"
}
