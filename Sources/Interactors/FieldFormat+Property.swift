public import Records
public import Validation

extension FieldFormat {
  /// Creates the format of a field or label for a property, within the property's limits.
  ///
  /// A number is shown with the property's prefix, unit and grouping, and a percentage with the
  /// locale's percent sign.
  ///
  /// - Parameters:
  ///   - digits: the digits of a decimal, if they differ from the property's.
  ///   - zoneOffset: returns the offset from UTC at a time, both in milliseconds. If it is nil,
  ///     dates with times are in UTC and in ISO 8601 format.
  ///   - slashed: the order of a date typed with `/`.
  ///   - today: the day that `t` enters in an empty date field.
  ///   - displayNames: the texts that users see and type instead of the names of a choice, or
  ///     instead of `true` and `false`.
  public init(
    _ property: Property, digits: DecimalDigits? = nil, symbols: NumberSymbols = .english,
    isGrouped: Bool = false, dates: DateNotation = .iso,
    zoneOffset: (@Sendable (Int) -> Int)? = nil, slashed: DateOrder? = nil,
    today: CalendarDate? = nil, displayNames: [String: String] = [:]
  ) {
    let affixes =
      PercentSign(of: property, symbols)
      ?? PercentSign(prefix: property.prefix ?? "", suffix: property.suffix)
    self.init(
      grammar: property.grammar(digits, dates, zoneOffset, slashed, today, displayNames),
      symbols: symbols,
      isGrouped: (isGrouped || property.isGrouped) && property.kind.isGroupable,
      prefix: affixes.prefix, suffix: affixes.suffix)
  }
  /// Creates the format of a reference, whose text is the key of its record; typing any part of a
  /// key finds the record.
  public init(references keys: ReferenceKeys) {
    self.init(grammar: SearchGrammar(keys.index))
  }
  /// Creates the format of whole numbers with at most `digits` hexadecimal digits, 1 to 15.
  public init(hexadecimalNumbersUpTo digits: Int) {
    self.init(grammar: HexGrammar(ofNumbersUpTo: digits))
  }
}

extension PercentSign {
  fileprivate init?(of property: Property, _ symbols: NumberSymbols) {
    guard case .percent = property.kind else { return nil }
    self = symbols.percent
  }
}

extension Property {
  var suffix: String { unit.map { "\u{A0}" + $0 } ?? "" }

  func grammar(
    _ digits: DecimalDigits? = nil, _ dates: DateNotation = .iso,
    _ zoneOffset: (@Sendable (Int) -> Int)? = nil, _ slashed: DateOrder? = nil,
    _ today: CalendarDate? = nil, _ displayNames: [String: String] = [:]
  ) -> any Grammar {
    switch kind {
    case .text:
      let shortest = max(length?.minimum ?? 0, isKey ? 1 : 0)
      let longest = length?.maximum ?? .max
      guard let pattern else {
        return TextGrammar(length: shortest...longest, isTrimmed: isTrimmed)
      }
      return PatternGrammar(pattern.automaton, length: shortest...longest)
    case .integer:
      var limits = Int.min...Int.max
      if case .integer(let lower)? = range?.lowerBound { limits = lower...limits.upperBound }
      if case .integer(let upper)? = range?.upperBound { limits = limits.lowerBound...upper }
      return IntegerGrammar(in: limits)
    case .decimal:
      let digits = digits ?? decimalDigits ?? DecimalDigits(integer: 8, fraction: 1...3)
      return DecimalGrammar(
        maximumIntegerDigits: digits.integer, fractionDigits: digits.fraction,
        minimum: bound(range?.lowerBound), maximum: bound(range?.upperBound))
    case .double:
      return DoubleGrammar(minimum: bound(range?.lowerBound), maximum: bound(range?.upperBound))
    case .boolean: return BooleanGrammar(displayNames: displayNames)
    case .date:
      return DateGrammar(
        from: bound(range?.lowerBound) ?? .first, through: bound(range?.upperBound) ?? .last,
        order: dates.order, separator: dates.separator, slashed: slashed, today: today)
    case .dateTime:
      if let zoneOffset {
        return LocalDateTimeGrammar(
          from: bound(range?.lowerBound), through: bound(range?.upperBound), dates: dates,
          zoneOffset: zoneOffset)
      }
      return DateTimeGrammar(
        from: moment(range?.lowerBound, isLower: true) ?? .first,
        through: moment(range?.upperBound, isLower: false) ?? .last)
    case .time(let hasSeconds):
      return TimeGrammar(
        from: bound(range?.lowerBound) ?? .midnight, through: bound(range?.upperBound) ?? .last,
        hasSeconds: hasSeconds)
    case .month:
      return MonthGrammar(
        from: bound(range?.lowerBound) ?? .first, through: bound(range?.upperBound) ?? .last)
    case .duration(let hasSeconds):
      return DurationGrammar(
        from: bound(range?.lowerBound), through: bound(range?.upperBound), hasSeconds: hasSeconds)
    case .percent:
      let digits = decimalDigits ?? DecimalDigits(integer: 8, fraction: 1...3)
      return PercentGrammar(
        maximumIntegerDigits: digits.integer, fractionDigits: digits.fraction,
        minimum: range?.lowerBound?.writtenNumber, maximum: range?.upperBound?.writtenNumber)
    case .choice(let names):
      // Older versions did not normalize the names to NFC.
      return ChoiceGrammar(
        names, aliases: names.filter { !$0.isNFC && displayNames[$0] == nil }.map(\.nfc),
        displayNames: displayNames)
    case .hex(let digits): return HexGrammar(digits: digits)
    case .card: return CardGrammar()
    case .mask(let mask): return MaskGrammar(mask)
    case .url: return UrlGrammar()
    case .email: return EmailGrammar()
    case .iban: return IBANGrammar()
    case .phone(let country): return PhoneGrammar(country: country)
    // Without `ReferenceKeys`, there are no names to choose from.
    case .reference, .list, .records: return ChoiceGrammar([])
    }
  }

  private func bound<Bound: PropertyValue>(_ value: Value?) -> Bound? {
    Bound(propertyValue: value)
  }

  // A field shows whole seconds, so round the bounds to whole seconds in the range.
  private func moment(_ value: Value?, isLower: Bool) -> Moment? {
    guard case .dateTime(let instant) = value else { return nil }
    return Moment(isLower ? instant.roundedUpToSecond : instant)
  }
}

extension FieldFormat {
  /// Creates the format of a number within the limits of its property and of `digits`.
  ///
  /// `digits` determines the minimum number of digits after the decimal point.
  ///
  /// - Returns: nil if the property is not an integer, decimal or double, or if none of its values
  ///   fits these digits.
  public init?(
    _ property: Property, within digits: DecimalDigits, symbols: NumberSymbols = .english,
    isGrouped: Bool = false
  ) {
    guard let grammar = property.grammar(within: digits), grammar.begins([]) else { return nil }
    self.init(
      grammar: grammar, symbols: symbols, isGrouped: isGrouped && property.kind.isGroupable,
      prefix: property.prefix ?? "", suffix: property.suffix)
  }
}

extension Property {
  /// The maximum number of digits before, and also after, the decimal point of a double.
  private static let doubleDigits = 15

  fileprivate func grammar(within digits: DecimalDigits) -> (any InnerTextGrammar)? {
    switch kind.storage {
    case .integer: return integerGrammar(digits: digits.integer)
    case .decimal:
      guard let own = decimalDigits else { return nil }
      return decimalGrammar(digits, atMost: own.integer, own.fraction.upperBound)
    case .double: return decimalGrammar(digits, atMost: Self.doubleDigits, Self.doubleDigits)
    case .text, .seconds, .boolean, .percent, .written, .reference, .list, .records: return nil
    }
  }

  private func integerGrammar(digits: Int) -> IntegerGrammar? {
    let text = String(repeating: "9", count: digits)
    let most = Int(text) ?? .max
    var (lower, upper) = (Int(text) == nil ? .min : -most, most)
    if case .integer(let bound)? = range?.lowerBound { lower = max(lower, bound) }
    if case .integer(let bound)? = range?.upperBound { upper = min(upper, bound) }
    return lower <= upper ? IntegerGrammar(in: lower...upper) : nil
  }

  private func decimalGrammar(
    _ digits: DecimalDigits, atMost integer: Int, _ fraction: Int
  ) -> DecimalGrammar {
    let most = min(fraction, digits.fraction.upperBound)
    return DecimalGrammar(
      maximumIntegerDigits: min(integer, digits.integer),
      fractionDigits: min(digits.fraction.lowerBound, most)...most,
      minimum: range?.lowerBound.flatMap(ExactDecimal.init(rounding:)),
      maximum: range?.upperBound.flatMap(ExactDecimal.init(rounding:)))
  }
}

extension ExactDecimal {
  /// Doubles are rounded to 15 digits; nil for values that are not numbers, and for doubles out of
  /// range.
  init?(rounding value: Value) {
    switch value {
    case .integer(let number): self.init(number)
    case .decimal(let number): self = number
    case .double(let number): self.init(rounding: number)
    case .text, .boolean, .date, .dateTime, .time, .duration, .month, .percent, .reference, .list:
      return nil
    }
  }
}
