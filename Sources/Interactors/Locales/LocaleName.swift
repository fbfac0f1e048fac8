/// The parts of a locale identifier: `de_AT`, `zh-Hant-HK`, `ar_EG@numbers=latn`, `de_DE.UTF-8`.
struct LocaleName: Hashable {
  /// The two-letter code if there is one, otherwise three letters; empty if the identifier has no
  /// language.
  var language = ""
  var script: String?
  var region: String?
  /// A part that is neither script nor region, such as `POSIX`.
  var variant: String?
  /// The numbering system in the keywords.
  var numbers: String?

  /// Parses an identifier, ignoring case; its parts are separated by `_` or `-`.
  ///
  /// `C`, `POSIX` and an empty identifier mean `en_US`.
  init(_ identifier: some StringProtocol) {
    let halves = identifier.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
    let front = halves[0].prefix { $0 != "." }
    let text = ["", "C", "POSIX"].contains(front) ? "en_US" : front
    let parts = text.split { $0 == "_" || $0 == "-" }.map { $0.lowercased() }
    // Without a language, the locale is unknown, see `isKnown`.
    guard let first = parts.first, !text.hasPrefix("_"), !text.hasPrefix("-")
    else { return }
    language = LocaleTable.languages.alias(of: first) ?? first
    if halves.count > 1 {
      let pairs = halves[1].split(separator: ";").map { $0.split(separator: "=") }
      let pair = pairs.first { $0.count == 2 && $0[0].lowercased() == "numbers" }
      numbers = pair?[1].lowercased()
    }
    // A single letter precedes keywords; the value of `nu` is the numbering system.
    let end = parts.dropFirst().firstIndex { $0.utf8.count == 1 } ?? parts.endIndex
    if let key = parts[end...].firstIndex(of: "nu"), key + 1 < parts.endIndex {
      numbers = parts[key + 1]
    }
    for part in parts[1..<end] {
      let isFree = region == nil && variant == nil
      if isFree, script == nil, part.utf8.count == 4, part.allSatisfy(\.isLetter) {
        script = part.prefix(1).uppercased() + part.dropFirst()
      } else if isFree, part.utf8.count == 2 || part.utf8.count == 3 {
        region = LocaleTable.regions.alias(of: part.uppercased()) ?? part.uppercased()
      } else if variant == nil {
        variant = part.uppercased()
      }
    }
  }

  var isKnown: Bool {
    LocaleTable.languages.contains(language)
      && script.map(LocaleTable.scripts.contains) ?? true
      && region.map(LocaleTable.regions.contains) ?? true
  }

  func identifier(
    withoutScript: Bool = false, withoutRegion: Bool = false, withoutVariant: Bool = false
  ) -> String {
    let parts = [
      language, withoutScript ? nil : script, withoutRegion ? nil : region,
      withoutVariant ? nil : variant,
    ]
    return parts.compactMap(\.self).joined(separator: "_")
  }
}

/// Known codes, separated by spaces; an alias is written with its code: `de deu=de`.
struct LocaleCodes: Sendable {
  private let aliases: [String: String]

  init(_ text: StaticString) {
    var aliases: [String: String] = [:]
    for word in "\(text)".split(whereSeparator: \.isWhitespace) {
      let parts = word.split(separator: "=")
      aliases[String(parts[0])] = String(parts[parts.count - 1])
    }
    self.aliases = aliases
  }

  func alias(of code: String) -> String? { aliases[code] }

  func contains(_ code: String) -> Bool { aliases[code] != nil }
}
