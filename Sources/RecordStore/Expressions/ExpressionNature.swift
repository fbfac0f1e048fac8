internal import Records

/// What is known of the value of a part of an expression before it is evaluated.
struct ExpressionNature: Hashable {
  /// Whether the value is a Decimal or was calculated from one.
  var isDecimal = false
  /// Whether the value can be a Decimal of more than 15 digits, which is stored as text.
  var isLong = false
  /// Whether the value was calculated, so that a Decimal in it may be off by a few units of the
  /// last place.
  var isComputed = false
  /// Whether it is written in the expression as a number.
  var isLiteral = false
  /// Whether it is `null`, `true` or `false`, for which `is` has a meaning of its own.
  var isConstantWord = false
  /// Whether it is a text, which SQLite never takes for a number unless a column asks for one.
  var isText = false
  /// Whether it is a property kept as a binary fraction, for which SQLite reads texts as numbers.
  var isRealColumn = false
  /// How many digits the value has after the point at most, if that is known.
  var scale: Int?
  /// The kind of a property beside which a quoted text is read as one of its values.
  var textKind: PropertyKind?
  /// The kind of the value; nil where it can be anything, as what SQLite's functions return.
  var kind: PropertyKind?
  /// Whether it is the truth of a test, which is a number to SQLite.
  var isCondition = false
  /// Whether it is a day that a date function returns, which is added to as a date is.
  var isDay = false
  /// Whether a date function has made it, which writes moments of UTC without a zone.
  var isUTC = false
  /// The type whose records' numbers the value is one of.
  var idType: String?
  /// The parts of a list in brackets.
  var elements: [ExpressionNature]?

  static let integer = ExpressionNature(isComputed: true, scale: 0)
  static let unknown = ExpressionNature(isComputed: true)
  /// The truth of a test.
  static let condition = ExpressionNature(
    isComputed: true, scale: 0, kind: .boolean, isCondition: true)
  /// How many there are.
  static let count = ExpressionNature(isComputed: true, scale: 0, kind: .integer)
  static let text = ExpressionNature(isComputed: true, isText: true)
}

extension ExpressionNature {
  init(_ property: Property) {
    self.init(parameter: property.kind)
    idType = nil
    switch property.kind.storage {
    case .double, .decimal, .percent:
      isComputed = property.isComputed
      isLong = Storage(property).isLong
      isRealColumn = !isLong
      if isDecimal { scale = property.storedFractionDigits }
    case .integer, .boolean, .reference, .seconds, .written, .text, .list, .records: break
    }
  }

  /// The number of a record of a type.
  init(numberOf type: String) {
    scale = 0
    kind = .integer
    idType = type
  }

  init(parameter kind: PropertyKind?) {
    self.kind = kind
    // The name of a record is its number too.
    idType = if case .reference(let type) = kind { type } else { nil }
    switch kind?.storage {
    case .integer, .boolean, .reference: scale = 0
    case .seconds:
      scale = 0
      textKind = kind
    case .decimal, .percent:
      isDecimal = true
      guard let (integer, fraction) = kind?.digits else { return }
      isLong = (integer ?? 0) + (fraction?.upperBound ?? 0) > Storage.doubleDigits
      // A percentage is stored as the part that it is.
      scale = fraction.map { $0.upperBound + (kind?.storage == .percent ? 2 : 0) }
    case .written:
      isText = true
      if let kind, kind.isQuotedInExpressions { textKind = kind }
    case .text, .list, .records: isText = true
    case .double: break
    // It may have come from an expression, as a Decimal that is off by a few units.
    case nil: isComputed = true
    }
  }

  init(_ number: ExpressionNumber) {
    isLiteral = true
    switch number {
    case .integer:
      scale = 0
      kind = .integer
    case .decimal(let value):
      isDecimal = true
      kind = .decimal(integerDigits: nil, fractionDigits: nil)
      isLong = value.isLong
      scale = value.fractionDigits
    case .double:
      isLiteral = false
      kind = .double
    }
  }

  /// What is known of one of several values of which one is chosen.
  init(oneOf natures: [ExpressionNature]) {
    isDecimal = natures.contains(where: \.isDecimal)
    isLong = natures.contains(where: \.isLong)
    isComputed = natures.contains(where: \.isComputed)
    isText = natures.allSatisfy { $0.isText || $0.isConstantWord }
    isUTC = natures.contains(where: \.isUTC)
    scale = Self.commonScale(natures)
    kind = Self.commonKind(natures)
    let known = natures.filter { !$0.isNull }
    isCondition = kind == .boolean && known.contains(where: \.isCondition)
    textKind = known.first { $0.kind == kind }?.textKind
    if let type = known.first?.idType, known.allSatisfy({ $0.idType == type }) { idType = type }
  }

  /// Whether it is `nil`, which is of every kind.
  var isNull: Bool { isConstantWord && kind == nil }

  /// The kind that all values have, as far as it is known; numbers are of one kind.
  private static func commonKind(_ natures: [ExpressionNature]) -> PropertyKind? {
    let kinds = natures.filter { !$0.isNull }.map(\.kind)
    guard let first = kinds.first, let kind = first else { return nil }
    if kinds.allSatisfy({ $0 == kind }) { return kind }
    guard kinds.allSatisfy({ $0.map { ExpressionFamily($0) == .number } ?? false }) else {
      return nil
    }
    return natures.contains(where: \.isDecimal) ? .someDecimal : .double
  }

  /// Whether rounding can change the value.
  var needsRounding: Bool {
    if isConstantWord { return false }
    return isLong || (isComputed || isDecimal || scale != 0) && !isLiteral
  }

  /// The digits after the point that are enough for all; nil if that is not known.
  static func commonScale(_ natures: [ExpressionNature]) -> Int? {
    var scale = 0
    for nature in natures {
      guard let other = nature.scale else { return nil }
      scale = max(scale, other)
    }
    return scale
  }

  /// What is known of the result of arithmetic.
  static func arithmetic(
    _ operation: String, _ left: ExpressionNature, _ right: ExpressionNature
  ) -> ExpressionNature {
    var result = ExpressionNature(
      isDecimal: left.isDecimal || right.isDecimal, isComputed: true)
    let areWhole = [left, right].allSatisfy { $0.kind == .integer || $0.isCondition }
    result.kind = result.isDecimal ? .someDecimal : areWhole ? .integer : .double
    switch operation {
    case "+", "-": result.scale = commonScale([left, right])
    case "*":
      if let left = left.scale, let right = right.scale { result.scale = left + right }
    case "%": result.scale = 0
    // A quotient has digits without end, unless both numbers are whole: then SQLite cuts them off.
    default: result.scale = nil
    }
    return result
  }
}

extension ExpressionNature {
  /// The kind of the result, if there is one.
  var resultKind: PropertyKind? { elements == nil ? kind : nil }
}
