internal import Interactors
internal import RecordStore
internal import Records
internal import Replies
internal import Validation

extension CompletionProvider {
  private static let asked = 100
  private static let offered = 20

  var actors: [Completion] {
    let log = (try? session.store.history.log(limit: Self.asked)) ?? []
    return Set(log.map(\.actor) + [session.configuration.actor]).map { actor in
      let isWord = actor.asName == actor && !word.hasPrefix("\"")
      return Completion(isWord ? actor : Value.text(actor).literal)
    }
  }

  var transactions: [Completion] {
    let log = (try? session.store.history.log(limit: Self.offered)) ?? []
    return log.map { Completion("#\($0.transaction)") }
  }

  var locales: [Completion] {
    NumberSymbols.localeIdentifiers.map { Completion($0) }
  }

  /// The files whose names begin with the typed text. If a part of a name is typed and one name
  /// needs quotation marks, all names get them, so that they have a common prefix.
  var files: [Completion] {
    // A quoted text with invalid syntax is not a file name.
    guard let typed = openText ?? (word.hasPrefix("\"") ? nil : word) else { return [] }
    let slash = typed.unicodeScalars.lastIndex(of: "/")
    let directory = slash.map { String(typed.unicodeScalars[...$0]) } ?? ""
    let beginning = typed.unicodeScalars.dropFirst(directory.unicodeScalars.count)
    let path = session.configuration.files.path(directory, relativeTo: nil)
    let entries = session.configuration.files.entries(of: path)
      .filter { !$0.hasPrefix(".") || beginning.first == "." }
    var matching = entries.filter { $0.unicodeScalars.starts(with: beginning) }
    if matching.isEmpty {
      let folded = String(beginning).lowercased().unicodeScalars
      matching = entries.filter { $0.lowercased().unicodeScalars.starts(with: folded) }
    }
    let names = matching.map { directory + $0 }
    let areQuoted =
      openText != nil || !typed.isEmpty && names.contains(where: Self.needsQuotationMarks)
    return names.map { name in
      let isDirectory = name.hasSuffix("/")
      guard areQuoted || Self.needsQuotationMarks(name) else {
        return Completion(name, isWhole: !isDirectory)
      }
      let literal = Value.text(name).literal
      return Completion(isDirectory ? String(literal.dropLast()) : literal, isWhole: !isDirectory)
    }
  }

  private static func needsQuotationMarks(_ name: String) -> Bool {
    let signs: Set<Unicode.Scalar> = [";", "{"]
    let first: Set<Unicode.Scalar> = ["\"", "#", "-"]
    return name.unicodeScalars.contains {
      signs.contains($0) || $0.properties.isWhitespace || $0.properties.generalCategory == .control
    } || name.unicodeScalars.first.map(first.contains) ?? true
  }
}
