import Foundation

/// Measures the program and its libraries and prints one table: each figure next to a peer that
/// does the same work in the same run, or to a limit.
///
/// `Figures [WORD | --manual]`: with a word only the rows whose names or sections contain it are
/// measured, with `--manual` the table is also written as a page of the manual. The status is 1 if
/// a peer or a limit is exceeded.
@main
struct Figures {
  static func main() {
    var words = Array(CommandLine.arguments.dropFirst())
    let isForManual = words.contains("--manual")
    words.removeAll { $0 == "--manual" }
    guard words.count <= (isForManual ? 0 : 1), words.allSatisfy({ !$0.hasPrefix("-") }) else {
      FileHandle.standardError.write(Data("usage: Figures [WORD | --manual]\n".utf8))
      exit(2)
    }
    let table = Table(only: words.first)
    let isWhole = measure(table)
    print(table.page, terminator: "")
    guard isWhole else { exit(2) }
    if isForManual {
      let file = Place.root.appending(path: "Sources/Session/Session.docc/Figures.md")
      do {
        try table.page.write(to: file, atomically: true, encoding: .utf8)
      } catch {
        say(error)
        exit(2)
      }
    }
    if table.isExceeded { exit(1) }
  }

  private static func say(_ error: any Error) {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
  }

  /// Measures each section, and says what is wrong with those that cannot be; whether all could.
  private static func measure(_ table: Table) -> Bool {
    defer { Place.remove() }
    var isWhole = true
    // The memory that a program takes cannot be told from what this process had when it started it,
    // so those are measured while this process is small.
    let sections: [(Table) throws -> Void] = [
      readings, growingReadings, scripts, terminals, clusters, stores, histories, fields, numbers,
      objects,
    ]
    for section in sections {
      do {
        try section(table)
      } catch {
        say(error)
        isWhole = false
      }
    }
    return isWhole
  }
}
