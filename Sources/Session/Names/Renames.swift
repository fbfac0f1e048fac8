internal import CommandLanguage
internal import Records
internal import Replies

struct Renames {
  let names: [String: String]
  let dropped: Set<String>

  init(_ names: [String: String], dropped: Set<String> = []) {
    (self.names, self.dropped) = (names, dropped)
  }

  init(from former: [String: Int], to next: [String: Int]) {
    let names = Dictionary(next.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    self.init(
      former.compactMapValues { names[$0] }.filter { $0.key != $0.value },
      dropped: Set(former.filter { names[$0.value] == nil }.keys))
  }

  var former: [String] { dropped.union(names.keys).sorted() }

  func concerns(_ name: String) -> Bool { names[name] != nil || dropped.contains(name) }

  /// Updates a text to renamed properties: replaces each former name at which `use` fails, until
  /// `use` succeeds.
  ///
  /// - Parameter use: Parses or checks the text. Errors have positions in the text.
  /// - Returns: The updated text.
  /// - Throws: Errors not caused by renaming.
  func apply(
    to text: String, _ use: (String) throws(Diagnostic) -> Void
  ) throws(Diagnostic) -> String {
    var text = text
    var last: Diagnostic.Place?
    while true {
      do throws(Diagnostic) {
        try use(text)
        return text
      } catch {
        // If the error stays at the same position, renaming does not help.
        guard let place = error.place, place != last, let renamed = renamed(text, at: place) else {
          throw error
        }
        last = place
        text = renamed
      }
    }
  }

  private func renamed(_ text: String, at place: Diagnostic.Place) -> String? {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.indices.contains(place.line - 1), let column = place.column else { return nil }
    let line = lines[place.line - 1]
    var rest = line.dropFirst(column - 1)
    // An opening tag, or a record and a dot, can precede the name.
    while let start = rest.firstIndex(where: { $0.isLetter || $0 == "_" || $0 == "`" }) {
      let isQuoted = rest[start] == "`"
      let inside = isQuoted ? rest.index(after: start) : start
      let end =
        rest[inside...].firstIndex {
          isQuoted ? $0 == "`" : !($0.isLetter || $0.isNumber || $0 == "_")
        } ?? rest.endIndex
      if let next = names[String(rest[inside..<end])] {
        let after = isQuoted && end < rest.endIndex ? rest.index(after: end) : end
        lines[place.line - 1] = line[..<start] + next.asName + line[after...]
        return lines.joined(separator: "\n")
      }
      rest = rest[end...].dropFirst(isQuoted ? 1 : 0)
    }
    return nil
  }
}
