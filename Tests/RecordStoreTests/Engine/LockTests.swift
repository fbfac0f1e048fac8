import Foundation
import RecordStore
import TestSupport
import Testing

@Suite struct LockTests {
  /// A program that opens, writes and closes the file 1,000 times, and is sometimes killed.
  private static let other = """
    i=0
    while [ $i -lt 1000 ]; do
      i=$((i + 1))
      sqlite3 -cmd '.timeout 60000' "$1" "INSERT INTO Person(name) VALUES('other $i')" >/dev/null || exit 1
      [ $((i % 50)) != 0 ] ||
        timeout -s KILL 0.00$((i % 9 + 1)) sqlite3 "$1" "INSERT INTO Person(name) VALUES('killed $i')"
    done 2>/dev/null
    exit 0
    """

  @Test(.needsFile) func twoStoresOnOneFileLoseNothingWhenAnotherProgramClosesIt() throws {
    let place = try Place()
    let stays = try personStore(.file(place.path))
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", Self.other, "sh", place.path]
    try process.run()
    var acknowledged = 0
    while process.isRunning {
      let passes = try openStore(.file(place.path))
      for store in [stays, passes] {
        try store.new(person("ours \(acknowledged)"))
        acknowledged += 1
      }
      passes.close()
    }
    expectEqual(process.terminationStatus, 0)
    // The files as a program killed now would leave them.
    let copy = place.folder.appending(path: "copy.db").path
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: place.path + suffix, toPath: copy + suffix)
    }
    for path in [place.path, copy] {
      let counts = try Foreigner(path).rows(
        """
        SELECT (SELECT count(*) FROM Person WHERE name GLOB 'ours *'),
          (SELECT count(*) FROM Person WHERE name GLOB 'other *')
        """)
      expectEqual(counts, [["\(acknowledged)", "1000"]])
      try expectEqual(openStore(.file(path)).check(), [])
    }
  }
}
