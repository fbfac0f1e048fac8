internal import Records

struct InferredType: Hashable {
  /// nil if the value can have any kind, such as a result of `json_extract`.
  var kind: PropertyKind?
  var bound: Double?
  var scale: Int?
  /// Whether a decimal can have more than 15 digits, and is therefore a text in SQLite.
  var isLong = false
  /// Whether a number was calculated with doubles or values of unknown kind, so that its last
  /// digits may be inexact.
  var isApproximate = false
  /// Whether the value is a percentage, or is calculated only from percentages and literals.
  var isPercentage = false
  var isGrouped = false
  var isLiteral = false
  /// Whether the value is `null`, `true` or `false`, which `is` treats specially.
  var isConstantWord = false
  /// Whether the value is the result of a test, which is a number in SQLite.
  var isCondition = false
  /// Whether the value is a text from `strftime`, which is in UTC and has no zone.
  var isUTC = false
  var idType: String?
  /// Whether the value depends on an unknown name, so that later errors are not reported.
  var isMistaken = false
  var elements: [InferredType]?

  static let unknown = InferredType()
  static let mistaken = InferredType(isMistaken: true)
  static let text = InferredType(kind: .text)
  static let double = InferredType(kind: .double, isApproximate: true)
  static let integer = InferredType(kind: .integer, scale: 0)
  /// A count has at most 15 digits, so counts are divided as doubles.
  static let count = InferredType(kind: .integer, bound: mostRecords, scale: 0)
  private static let mostRecords = 0x1p49
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

  init(numberOf type: String) {
    self = .count
    idType = type
  }

  init(_ kind: PropertyKind?) {
    self.kind = kind
    switch kind?.storage {
    case .reference(let type):
      idType = type
      scale = 0
    case .boolean:
      bound = 1
      scale = 0
    case .integer, .seconds: scale = 0
    case .decimal, .percent:
      isPercentage = kind?.storage == .percent
      guard let (integer, fraction) = kind?.digits else { return }
      bound = integer.flatMap { digits in kind.map { Self.bound(digits, $0) } }
      // A percentage is stored as a fraction.
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

  private static func bound(_ digits: Int, _ kind: PropertyKind) -> Double {
    ExpressionNumber.power(digits) / (kind.storage == .percent ? 100 : 1)
  }

  static func decimal(
    bound: Double?, scale: Int?, shown minimum: Int, isLong: Bool
  ) -> InferredType {
    let most = max(minimum, scale ?? ExactDecimal.maximumDigits)
    return InferredType(
      kind: .decimal(integerDigits: nil, fractionDigits: minimum...most), bound: bound,
      scale: scale, isLong: isLong)
  }

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
    isPercentage = Self.isPercentage(known)
    isUTC = known.contains(where: \.isUTC)
    isCondition = kind == .boolean && known.contains(where: \.isCondition)
    if let type = known.first?.idType, known.allSatisfy({ $0.idType == type }) { idType = type }
  }

  static func isPercentage(_ types: [InferredType]) -> Bool {
    types.contains(where: \.isPercentage) && types.allSatisfy { $0.isPercentage || $0.isLiteral }
  }

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

  var isNull: Bool { isConstantWord && kind == nil }

  var isDecimal: Bool { kind?.storage == .decimal || kind?.storage == .percent }

  /// Whether SQLite uses integer arithmetic for the value.
  var isWhole: Bool { kind == .integer || kind?.storage == .seconds || isCondition }

  /// Whether the value fits into 64 bits. The check uses a lower limit, because a double is not
  /// exact at 64 bits.
  var isWithinWord: Bool { bound.map { $0 < 0x1p62 } ?? false }

  /// Whether a sum over the maximum number of records fits into 64 bits.
  var hasShortSums: Bool { bound.map { $0 * Self.mostRecords < 0x1p62 } ?? false }

  var isExact: Bool { isWhole || isDecimal && !isApproximate }

  var isText: Bool {
    switch kind?.storage {
    case .text, .written, .list, .records: true
    case .integer, .seconds, .boolean, .double, .decimal, .percent, .reference, nil: false
    }
  }

  /// The kind of a quoted text that is compared with the value, for example time, duration or
  /// month; nil if the text stays a text.
  var textKind: PropertyKind? {
    guard let kind, kind.storage == .seconds || kind.isQuotedInExpressions else { return nil }
    return kind
  }

  var shownDigits: Int {
    guard isDecimal, !isLiteral else { return 0 }
    return kind?.storage == .percent ? 0 : kind?.digits?.fraction?.lowerBound ?? 0
  }

  var isExactDouble: Bool { Self.isExactDouble(bound, scale) }

  static func isExactDouble(_ bound: Double?, _ scale: Int?) -> Bool {
    guard let bound, let scale else { return false }
    return scale <= Property.exactDoubleDigits
      && bound * ExpressionNumber.power(scale)
        <= ExpressionNumber.power(Property.exactDoubleDigits)
  }

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
  fileprivate var amount: Double? {
    switch self {
    case .integer(let value): Double(value.magnitude)
    case .decimal(let value), .percent(let value): Double(value.magnitude.description)
    case .duration(let span): Double(span.seconds.magnitude)
    case .text, .double, .boolean, .date, .dateTime, .time, .month, .reference, .list: nil
    }
  }
}

enum KindFamily: Hashable {
  case number, boolean, text, date, dateTime, time, duration, month
  case record(String)
  case list

  init(_ kind: PropertyKind) {
    self =
      switch kind.storage {
      case .integer, .decimal, .double, .percent: .number
      case .boolean: .boolean
      case .text: .text
      case .seconds: .duration
      case .written where kind == .date: .date
      case .written where kind == .dateTime: .dateTime
      case .written where kind == .month: .month
      case .written: .time
      case .reference(let type): .record(type)
      case .list, .records: .list
      }
  }

  var words: String {
    switch self {
    case .number: "a number"
    case .boolean: "true or false"
    case .text: "a text"
    case .date: "a date"
    case .dateTime: "a date and time"
    case .time: "a time of day"
    case .duration: "a duration"
    case .month: "a month"
    case .record(let type): "a record of \(type.asName)"
    case .list: "a list"
    }
  }

  var isDate: Bool { self == .date || self == .dateTime }
}

extension PropertyKind {
  var choices: [String]? { if case .choice(let names) = self { names } else { nil } }
}

extension InferredType {
  /// nil if the value can be compared with anything.
  var family: KindFamily? { kind.map { KindFamily($0) } }

  var words: String {
    if isCondition { return "the result of a test" }
    if case .choice = kind { return "a choice" }
    return family?.words ?? "a value"
  }
}
