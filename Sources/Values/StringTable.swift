/// The sentences of one language for reasons, violations, expectations and errors of a store.
///
/// A sentence contains its arguments in braces, such as `{limit}`. A part in brackets is omitted if
/// one of its arguments is missing: `at most {limit}[, not {count}]`. To replace a sentence, or a
/// word in sentences such as the name of a class of characters, set it by its key, one of ``keys``:
///
/// ```swift
/// table["violation.taken"] = "{value} ist schon vergeben"
/// ```
public struct StringTable: Hashable, Sendable {
  /// The two-letter code of the language.
  public let language: String

  private var sentences: [String: String]

  /// The codes of the languages with a table, sorted.
  public static let languages = ["ar", "de", "en", "es", "fr", "ja"]

  /// The keys of all sentences and words, sorted, such as `reason.tooMany` and `violation.taken`.
  public static let keys: [String] = german.sentences.keys.sorted()

  /// The English table, which is empty, because every missing sentence is replaced by the English
  /// message.
  public static let english = StringTable("en", "")
  /// The German table.
  public static let german = StringTable("de", germanSentences)
  /// The French table.
  public static let french = StringTable("fr", frenchSentences)
  /// The Spanish table.
  public static let spanish = StringTable("es", spanishSentences)
  /// The Arabic table.
  public static let arabic = StringTable("ar", arabicSentences)
  /// The Japanese table.
  public static let japanese = StringTable("ja", japaneseSentences)

  /// Creates the table of a locale's language, such as `de` or `de_AT`; nil if there is no table.
  public init?(localeIdentifier identifier: String) {
    switch identifier.prefix(while: \.isLetter).lowercased() {
    case "ar": self = .arabic
    case "de": self = .german
    case "en": self = .english
    case "es": self = .spanish
    case "fr": self = .french
    case "ja": self = .japanese
    default: return nil
    }
  }

  /// The table has one line for each sentence: `key = sentence`.
  private init(_ language: String, _ table: StaticString) {
    self.language = language
    sentences = [:]
    for line in "\(table)".split(separator: "\n") {
      let parts = line.split(separator: " = ", maxSplits: 1)
      if parts.count == 2 { sentences[String(parts[0])] = String(parts[1]) }
    }
  }

  /// The display names of `true` and `false`; empty in English.
  public var booleanNames: [String: String] {
    var names: [String: String] = [:]
    for name in ["true", "false"] { names[name] = sentences["boolean.\(name)"] }
    return names
  }

  /// The sentence of a key; nil for the English message.
  public subscript(key: String) -> String? {
    get { sentences[key] }
    set { sentences[key] = newValue }
  }

  package func sentence(_ key: String, _ arguments: [String: String?] = [:]) -> String? {
    guard let sentence = sentences[key] else { return nil }
    var result = ""
    var optional: String?
    var isComplete = true
    func write(_ text: some StringProtocol) {
      if optional == nil { result += text } else { optional? += text }
    }
    var rest = sentence[...]
    while let next = rest.popFirst() {
      switch next {
      case "[": (optional, isComplete) = ("", true)
      case "]":
        if isComplete { result += optional ?? "" }
        optional = nil
      case "{":
        let name = String(rest.prefix { $0 != "}" })
        rest = rest.dropFirst(name.count + 1)
        if let argument = arguments[name] ?? nil { write(argument) } else { isComplete = false }
      default: write(String(next))
      }
    }
    return result
  }

  package func word(_ key: String, else english: @autoclosure () -> String) -> String {
    sentences[key] ?? english()
  }

  package func list(_ texts: [String], with word: String?) -> String {
    guard var list = texts.first else { return "" }
    for (index, text) in texts.enumerated().dropFirst() {
      let key = index == texts.count - 1 ? word ?? "separator" : "separator"
      list =
        sentence("list.\(key)", ["list": list, "last": text])
        ?? list + (key == "separator" ? ", " : " \(key) ") + text
    }
    return list
  }

  package func range(_ minimum: String?, _ maximum: String?) -> String? {
    let arguments = ["minimum": minimum, "maximum": maximum]
    return switch (minimum, maximum) {
    case (nil, nil): nil
    case (let minimum?, nil): sentence("range.atLeast", arguments) ?? "at least \(minimum)"
    case (nil, let maximum?): sentence("range.atMost", arguments) ?? "at most \(maximum)"
    case (let minimum?, let maximum?):
      minimum == maximum
        ? sentence("range.exactly", arguments) ?? maximum
        : sentence("range.between", arguments) ?? "\(minimum) to \(maximum)"
    }
  }

  package func range(_ counts: ClosedRange<Int>) -> String? {
    range(counts.lowerBound == 0 ? nil : "\(counts.lowerBound)", "\(counts.upperBound)")
  }

  package func part(_ part: String) -> String { word("part.\(part)", else: part) }
}
