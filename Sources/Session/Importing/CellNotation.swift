internal import CommandLanguage
internal import Interchange
internal import Records
internal import Replies
internal import Validation
internal import Workspace

/// The notation of cells, as far as it differs from command syntax.
struct CellNotation {
  /// How a percentage without a percent sign is read: 5 as 5 %, or 0.05 as 5 %.
  enum Percent: String { case plain, fraction }

  var locale: FieldNotation?
  var dates: DateOrder?
  var separator: String?
  var percent: Percent?
  var keepsEmpty = false
  var nulls: Set<String> = []
  var words = LanguageWords(language: "en")
  /// In lower case; from `--true` and `--false`.
  var truths: [String: Bool] = [:]
  var isEmptyFalse = false
  /// The user's offset from UTC at a time, both in milliseconds.
  var zoneOffset: (Int) -> Int = { _ in 0 }
  var year: Int?
  /// The values of `today` and `now`; nil if the clock is outside the years 1 to 9999.
  var present: Present?

  func truth(of text: String) -> Bool? {
    let word = text.lowercased()
    return truths[word] ?? words.truths[word]
  }
}

extension CellNotation {
  init(_ options: ImportOptions, in session: Session) throws(Diagnostic) {
    zoneOffset = session.configuration.zoneOffset
    present = session.resolver.present
    year = present?.today.year
    keepsEmpty = options.keepsEmpty
    if let locale = options.locale {
      self.locale = try session.context.notation(locale)
      words = LanguageWords(language: String(locale.value.prefix { $0.isLetter }))
    }
    if let separator = options.separator {
      guard !separator.value.isEmpty else {
        throw Diagnostic(
          .value, "--split needs a separator, such as \"|\"", at: separator.span)
      }
      self.separator = separator.value
    }
    if let percent = options.percent {
      guard let known = Percent(rawValue: percent.value) else {
        throw Diagnostic(
          .value, "unknown notation of percentages \"\(percent.value)\"; use plain or fraction",
          at: percent.span)
      }
      self.percent = known
    }
    if let dates = options.dates {
      guard let order = Self.orders[dates.value] else {
        throw Diagnostic(
          .value, "unknown date order \"\(dates.value)\"; use dmy, mdy or ymd", at: dates.span)
      }
      self.dates = order
    }
    nulls = Set(try Self.texts(of: options.null, "--null needs texts, such as \"NULL, N/A\""))
    for (option, flag) in [(options.truths, true), (options.falsehoods, false)] {
      for word in try Self.texts(of: option, "--\(flag) needs words, such as \"x, checked\"") {
        guard let former = truths.updateValue(flag, forKey: word.lowercased()), former != flag
        else { continue }
        throw Diagnostic(
          .value, "\(Value.text(word).literal) cannot mean both true and false",
          at: option?.span ?? .nowhere)
      }
    }
    isEmptyFalse = options.truths != nil && options.falsehoods == nil
  }

  private static func texts(
    of option: Spanned<String>?, _ expected: String
  ) throws(Diagnostic) -> [String] {
    guard let option else { return [] }
    let texts = option.value.split(separator: ",").map { String($0).withoutOuterSpace }
      .filter { !$0.isEmpty }
    if texts.isEmpty { throw Diagnostic(.value, expected, at: option.span) }
    return texts
  }

  private static let orders: [String: DateOrder] = [
    "dmy": .dayMonthYear, "mdy": .monthDayYear, "ymd": .yearMonthDay,
  ]
}

extension ImportOptions {
  private static let mostSkipped = 1_000_000

  func layout() throws(Diagnostic) -> RowLayout {
    var layout = RowLayout()
    layout.skipped = try Self.count(skip, "skip")
    layout.skippedAtEnd = try Self.count(skipLast, "skip-last")
    layout.keepsSpaces = keepsSpaces
    layout.names = columns?.enumerated().map { place, name in
      name.value == Self.leftOut ? "column \(place + 1)" : name.value
    }
    return layout
  }

  func leavesOut(_ place: Int) -> Bool {
    columns.map { $0.indices.contains(place) && $0[place].value == Self.leftOut } ?? false
  }

  private static let leftOut = "nil"

  private static func count(
    _ option: Spanned<String>?, _ name: String
  ) throws(Diagnostic) -> Int {
    guard let option else { return 0 }
    guard let count = Int(option.value), 0...mostSkipped ~= count else {
      throw Diagnostic(
        .value, "--\(name) needs a number from 0 to \(mostSkipped)", at: option.span)
    }
    return count
  }
}
