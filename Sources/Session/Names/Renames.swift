internal import CommandLanguage
internal import Records
internal import Replies

/// Properties with other names than a text knows.
struct Renames {
  /// The next names by the former ones.
  let names: [String: String]

  init(_ names: [String: String]) { self.names = names }

  /// The names of properties that have the same numbers and other names.
  init(from former: [String: Int], to next: [String: Int]) {
    let names = Dictionary(next.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    self.init(former.compactMapValues { names[$0] }.filter { $0.key != $0.value })
  }

  /// The next name of a property; nil for one that keeps its name.
  func next(of name: String) -> String? { names[name] }

  /// Makes a text that names properties fit: what is not there any more gets its next name, as long
  /// as that is what is wrong with the text.
  ///
  /// - Parameter use: Uses the text; its errors have their places in it.
  /// - Returns: The text that was used at last.
  /// - Throws: What is wrong with the text besides.
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
        // The same place twice means that nothing is left to rename.
        guard let place = error.place, place != last, let renamed = renamed(text, at: place) else {
          throw error
        }
        last = place
        text = renamed
      }
    }
  }

  /// The text with the next name for the one that is at a place.
  private func renamed(_ text: String, at place: Diagnostic.Place) -> String? {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard lines.indices.contains(place.line - 1), let column = place.column else { return nil }
    let line = lines[place.line - 1]
    var rest = line.dropFirst(column - 1)
    // Before the name may be what opens a tag, or the record with a point.
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
