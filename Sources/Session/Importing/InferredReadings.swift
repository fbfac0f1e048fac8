internal import CommandLanguage
internal import Interchange
internal import Records
internal import Replies
internal import Validation
internal import Workspace

/// The ways to read the values of a file whose type is inferred: with the given locale and date
/// order, or else with each of several locales and date orders.
struct InferredReadings {
  private static let locales = ["en_US", "de_DE", "fr_FR"]
  private static let orders = ["dmy", "mdy", "ymd"]

  private let options: ImportOptions
  private let span: SourceSpan
  private let session: Session

  init(_ options: ImportOptions, _ span: SourceSpan, _ session: Session) {
    (self.options, self.span, self.session) = (options, span, session)
  }

  private var locales: [String] { options.locale == nil ? [""] + Self.locales : [""] }
  private var orders: [String] { options.dates == nil ? [""] + Self.orders : [""] }

  func numbers(_ evidence: [ColumnEvidence]) -> Decision {
    decision(on: [.number, .percent, .named("Boolean")], among: locales, evidence)
  }

  func dates(_ evidence: [ColumnEvidence]) -> Decision {
    decision(on: [.date, .dateTime], among: orders, evidence, isGiven: options.locale != nil)
  }

  func forms() throws(Diagnostic) -> [ColumnEvidence.Form] {
    var forms: [ColumnEvidence.Form] = []
    let digits = (integer: ExactDecimal.maximumDigits, fraction: 0...ExactDecimal.maximumDigits)
    for locale in locales {
      var given = options
      if !locale.isEmpty { given.locale = Name(locale, at: span) }
      let notation = try CellNotation(given, in: session)
      let separator = notation.locale?.symbols.decimalSeparator ?? "."
      let number = Self.reading(
        .decimal(integerDigits: digits.integer, fractionDigits: digits.fraction), notation)
      let percent = Self.reading(
        .percent(integerDigits: digits.integer, fractionDigits: digits.fraction), notation)
      forms += [
        ColumnEvidence.Form(.init(.named("Boolean"), option: locale)) { cell in
          let text = cell.description.withoutOuterSpace
          // A text that begins with a digit is more likely a number than a Boolean.
          return text.first?.isNumber == true ? nil : notation.truth(of: text).map(Value.boolean)
        },
        ColumnEvidence.Form(.init(.number, option: locale), separator: separator) { cell in
          if case .text(let text) = cell, Self.hasLeadingZero(text, separator) { return nil }
          return number(cell)
        },
        ColumnEvidence.Form(.init(.percent, option: locale), separator: separator, percent),
      ]
    }
    for order in orders {
      var given = options
      if !order.isEmpty { given.dates = Name(order, at: span) }
      let notation = try CellNotation(given, in: session)
      forms += [
        ColumnEvidence.Form(.init(.date, option: order), Self.markedReading(.date, notation)),
        ColumnEvidence.Form(
          .init(.dateTime, option: order), Self.markedReading(.dateTime, notation)),
      ]
    }
    let notation = try CellNotation(options, in: session)
    for name in ["Time", "Time(seconds)", "Month"] {
      let kind: PropertyKind = name == "Month" ? .month : .time(hasSeconds: name != "Time")
      forms.append(.init(.init(.named(name)), Self.markedReading(kind, notation)))
    }
    for (kind, name) in Self.textKinds {
      forms.append(.init(.init(.named(name)), Self.markedReading(kind, notation)))
    }
    return forms
  }

  static let textKinds: [(kind: PropertyKind, name: String)] = [
    (.email, "Email"), (.url, "Url"), (.iban, "IBAN"), (.phone(country: nil), "Phone"),
  ]

  private static func reading(
    _ kind: PropertyKind, _ notation: CellNotation
  ) -> (SourceCell) -> Value? {
    var notation = notation
    // The words `today` and `now` are no evidence of dates.
    notation.present = nil
    let reader = CellReader(Property("x", kind), notation, nil)
    // Fast path: most cells of a wide table contain no digit.
    let needsDigit = !textKinds.contains { $0.kind == kind }
    return { cell in
      if needsDigit, !cell.description.contains(where: \.isNumber) { return nil }
      guard case .value(let value)? = try? reader.value(of: cell) else { return nil }
      return value
    }
  }

  /// Rejects bare digits: they are a number or a code rather than a telephone number, a date or a
  /// time.
  private static func markedReading(
    _ kind: PropertyKind, _ notation: CellNotation
  ) -> (SourceCell) -> Value? {
    let read = reading(kind, notation)
    return { $0.description.utf8.allSatisfy(\.isDigit) ? nil : read($0) }
  }

  /// Leading zeros are significant in codes, so the text is not a number.
  private static func hasLeadingZero(_ text: String, _ separator: Unicode.Scalar) -> Bool {
    let scalars = text.unicodeScalars.drop { !$0.isPlainDigit }
    return scalars.first == "0"
      && scalars.dropFirst().prefix { $0 != separator }.contains(where: \.isPlainDigit)
  }

  struct Decision {
    /// The option that reads the most columns, apart from those in `differences`; empty if no option
    /// is needed.
    var option = ""
    /// Values that several options read differently, by column.
    var differences: [Int: ColumnEvidence.Difference] = [:]
  }

  /// Chooses the option that reads the most columns, so that unambiguous columns determine how
  /// ambiguous columns are read.
  ///
  /// - Parameter isGiven: Whether the user gave a locale, which determines how the first option reads
  ///   values.
  private func decision(
    on kinds: [ColumnEvidence.Candidate.Kind], among options: [String],
    _ evidence: [ColumnEvidence], isGiven: Bool = false
  ) -> Decision {
    var decision = Decision()
    var left = evidence.indices.filter { evidence[$0].filled > 0 }
    while true {
      let columns = options.map { option in
        left.filter { place in
          kinds.contains { evidence[place].candidates.contains(.init($0, option: option)) }
        }
      }
      let most = columns.map(\.count).max() ?? 0
      let best = zip(options, columns).filter { $1.count == most }
      guard most > 0, let first = best.first else { return decision }
      let differing =
        isGiven && first.0 == options.first
        ? []
        : Set(best.flatMap(\.1)).filter { evidence[$0].difference(among: best.map(\.0)) != nil }
      guard !differing.isEmpty else {
        decision.option = first.0
        return decision
      }
      for place in differing {
        decision.differences[place] = evidence[place].difference(among: best.map(\.0))
      }
      left.removeAll { differing.contains($0) }
    }
  }
}
