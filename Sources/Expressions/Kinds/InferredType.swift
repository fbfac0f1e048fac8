internal import Records

/// What is known of the value of a part of an expression before it is evaluated.
struct InferredType: Hashable {
  /// The kind of the value; nil where it can be anything, as what `json_extract` returns.
  var kind: PropertyKind?
  /// The greatest amount that a number can have; nil if that is not known.
  var bound: Double?
  /// How many digits a decimal has after the point at most; nil if that is not known.
  var scale: Int?
  /// Whether a decimal can have more than 15 digits, and is then a text to SQLite.
  var isLong = false
  /// Whether a number was calculated with doubles, or with what has no kind, so that it may be off by
  /// a few units of the last place.
  var isApproximate = false
  /// Whether a field shows its digits in groups.
  var isGrouped = false
  /// Whether it is written in the expression as a number.
  var isLiteral = false
  /// Whether it is `null`, `true` or `false`, for which `is` has a meaning of its own.
  var isConstantWord = false
  /// Whether it is the truth of a test, which is a number to SQLite.
  var isCondition = false
  /// Whether it is a text that `strftime` has made, whose moments are of UTC and have no zone.
  var isUTC = false
  /// The type whose records' numbers the value is one of.
  var idType: String?
  /// Whether it is calculated from a name that means nothing, which is said before anything else.
  var isMistaken = false
  /// The parts of a list in brackets.
  var elements: [InferredType]?

  static let unknown = InferredType()
  static let mistaken = InferredType(isMistaken: true)
  static let text = InferredType(kind: .text)
  /// A double that was calculated.
  static let double = InferredType(kind: .double, isApproximate: true)
  static let integer = InferredType(kind: .integer, scale: 0)
  /// How many there are: fewer than a number of 15 digits, so that they are divided as doubles.
  static let count = InferredType(kind: .integer, bound: mostRecords, scale: 0)
  private static let mostRecords = 0x1p49
  /// The truth of a test.
  static let condition = InferredType(kind: .boolean, bound: 1, scale: 0, isCondition: true)
}

extension InferredType {
  init(_ property: Property) {
    self.init(property.kind)
    idType = nil
    isGrouped = property.isGrouped
    if let digits = property.decimalDigits {
      bound = Self.bound(digits.integer, property.kind)
      scale = property.storedFractionDigits
      isLong = property.isLongDecimal
    }
    guard let lower = property.range?.lowerBound?.amount,
      let upper = property.range?.upperBound?.amount
    else { return }
    bound = max(lower, upper)
  }

  /// The number of a record of a type.
  init(numberOf type: String) {
    self = .count
    idType = type
  }

  /// A value of a kind.
  init(_ kind: PropertyKind?) {
    self.kind = kind
    switch kind?.storage {
    // The name of a record is its number too.
    case .reference(let type):
      idType = type
      scale = 0
    case .boolean:
      bound = 1
      scale = 0
    case .integer, .seconds: scale = 0
    case .decimal, .percent:
      guard let (integer, fraction) = kind?.digits else { return }
      bound = integer.flatMap { digits in kind.map { Self.bound(digits, $0) } }
      // A percentage is stored as the part that it is.
      scale = fraction.map { $0.upperBound + (kind?.storage == .percent ? 2 : 0) }
      isLong = !isExactDouble
    case .double, .text, .written, .list, .records, nil: break
    }
  }

  init(_ number: ExpressionNumber) {
    isLiteral = true
    switch number {
    case .integer(let value):
      self = .integer
      bound = Double(value.magnitude)
      isLiteral = true
    case .decimal(let value):
      kind = .decimal(integerDigits: nil, fractionDigits: 0...value.fractionDigits)
      isLong = value.isLong
      scale = value.fractionDigits
      bound = Double(value.magnitude.description)
    case .double:
      isLiteral = false
      kind = .double
    }
  }

  /// The greatest amount of so many digits before the point, which a percentage has of hundredths.
  private static func bound(_ digits: Int, _ kind: PropertyKind) -> Double {
    ExpressionNumber.power(digits) / (kind.storage == .percent ? 100 : 1)
  }

  /// A decimal with what is known of its digits.
  static func decimal(
    bound: Double?, scale: Int?, shown minimum: Int, isLong: Bool
  ) -> InferredType {
    let most = max(minimum, scale ?? ExactDecimal.maximumDigits)
    return InferredType(
      kind: .decimal(integerDigits: nil, fractionDigits: minimum...most), bound: bound,
      scale: scale, isLong: isLong)
  }

  /// What is known of one of several values of which one is chosen.
  init(oneOf types: [InferredType]) {
    let known = types.filter { !$0.isNull }
    kind = Self.commonKind(known)
    bound = Self.commonBound(known)
    scale = Self.commonScale(known)
    isApproximate = known.contains(where: \.isApproximate)
    if isDecimal, !isApproximate {
      isLong = known.contains(where: \.isLong) || !isExactDouble
    } else {
      isLong = known.contains(where: \.isLong)
    }
    isUTC = known.contains(where: \.isUTC)
    isCondition = kind == .boolean && known.contains(where: \.isCondition)
    if let type = known.first?.idType, known.allSatisfy({ $0.idType == type }) { idType = type }
  }

  /// The kind that all values have, as far as it is known; numbers are of one kind.
  private static func commonKind(_ types: [InferredType]) -> PropertyKind? {
    guard let first = types.first, let kind = first.kind else { return nil }
    if types.allSatisfy({ $0.kind == kind }) { return kind }
    if types.allSatisfy({ $0.family == .duration }) { return .duration(hasSeconds: true) }
    if types.allSatisfy({ $0.family == .time }) { return .time(hasSeconds: true) }
    if types.allSatisfy({ $0.family == .text }) { return .text }
    guard types.allSatisfy({ $0.family == .number }) else { return nil }
    guard types.contains(where: \.isDecimal) else { return .double }
    let most = commonScale(types) ?? ExactDecimal.maximumDigits
    return .decimal(
      integerDigits: nil, fractionDigits: min(types.map(\.shownDigits).max() ?? 0, most)...most)
  }

  // MARK: Questions

  /// Whether it is `nil`, which is of every kind.
  var isNull: Bool { isConstantWord && kind == nil }

  var isDecimal: Bool { kind?.storage == .decimal || kind?.storage == .percent }

  /// Whether SQLite has it as a whole number with which it calculates.
  var isWhole: Bool { kind == .integer || kind?.storage == .seconds || isCondition }

  /// Whether it is known to be a whole number of 64 bits, with whatever sign.
  ///
  /// A double is not exact at 64 bits, so that a little less is asked for.
  var isWithinWord: Bool { bound.map { $0 < 0x1p62 } ?? false }

  /// Whether the sum of as many whole numbers as there can be records is known to be one of 64 bits.
  var hasShortSums: Bool { bound.map { $0 * Self.mostRecords < 0x1p62 } ?? false }

  /// Whether it is a decimal just as it is printed, or a whole number.
  var isExact: Bool { isWhole || isDecimal && !isApproximate }

  /// Whether it is a text to SQLite.
  var isText: Bool {
    switch kind?.storage {
    case .text, .written, .list, .records: true
    case .integer, .seconds, .boolean, .double, .decimal, .percent, .reference, nil: false
    }
  }

  /// The kind as whose values quoted texts are read beside it: times, durations and months.
  var textKind: PropertyKind? {
    guard let kind, kind.storage == .seconds || kind.isQuotedInExpressions else { return nil }
    return kind
  }

  /// How many digits after the point are always shown.
  var shownDigits: Int {
    guard isDecimal, !isLiteral else { return 0 }
    return kind?.storage == .percent ? 0 : kind?.digits?.fraction?.lowerBound ?? 0
  }

  /// Whether a double has every such number, so that it can be read back.
  var isExactDouble: Bool { Self.isExactDouble(bound, scale) }

  static func isExactDouble(_ bound: Double?, _ scale: Int?) -> Bool {
    guard let bound, let scale else { return false }
    return scale <= Property.exactDoubleDigits
      && bound * ExpressionNumber.power(scale)
        <= ExpressionNumber.power(Property.exactDoubleDigits)
  }

  /// The digits after the point that are enough for all; nil if that is not known.
  static func commonScale(_ types: [InferredType]) -> Int? {
    var scale = 0
    for type in types {
      guard let other = type.scale else { return nil }
      scale = max(scale, other)
    }
    return scale
  }

  private static func commonBound(_ types: [InferredType]) -> Double? {
    var bound = 0.0
    for type in types {
      guard let other = type.bound else { return nil }
      bound = max(bound, other)
    }
    return bound
  }
}

extension Value {
  /// The amount of a number; nil of another value.
  fileprivate var amount: Double? {
    switch self {
    case .integer(let value): Double(value.magnitude)
    case .decimal(let value), .percent(let value): Double(value.magnitude.description)
    case .duration(let span): Double(span.seconds.magnitude)
    case .text, .double, .boolean, .date, .dateTime, .time, .month, .reference, .list: nil
    }
  }
}
