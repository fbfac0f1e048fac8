import Foundation

/// Measures the program and its libraries, each figure compared with a peer that does the same work
/// in the same run, or with a limit.
///
/// `Figures [WORD | --manual]`: a word selects the rows whose names or sections contain the word;
/// `--manual` also writes the table as a page of the manual. The status is 1 if a peer or a limit
/// is exceeded.
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

  private static func measure(_ table: Table) -> Bool {
    defer { Place.remove() }
    var isWhole = true
    // A child's memory includes the memory of this process at its start, so memory is measured
    // while this process is small.
    let sections: [(Table) throws -> Void] = [
      readings, growingReadings, scripts, terminals, pages, clusters, stores, histories, fields,
      numbers,
      objects, clients,
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
