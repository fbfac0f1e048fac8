internal import Records

extension KindInference {
  func arithmetic(
    _ left: Operand, _ symbol: String, _ right: Operand
  ) throws(ExpressionError) -> (type: InferredType, plan: OperationPlan) {
    if left.type.isMistaken || right.type.isMistaken { return (.mistaken, .plain) }
    let isSum = symbol == "+" || symbol == "-"
    let (first, second) =
      isSum ? try familiesOfSum(left, right) : (left.type.family, right.type.family)
    let (left, right) = (Operand.retyped(left), Operand.retyped(right))
    switch (first, second) {
    case (.date, .number?) where isSum, (.date, nil) where isSum && text(of: right) == nil:
      try checkIsWhole(right)
      return (InferredType(.date), .days)
    case (.dateTime, .duration) where isSum: return (InferredType(.dateTime), .seconds)
    case (.date, .date) where symbol == "-": return (.count, .dayDifference)
    case (.time, .time) where symbol == "-", (.dateTime, .dateTime) where symbol == "-":
      return (InferredType(.duration(hasSeconds: true)), .secondDifference)
    case (.duration, .duration) where isSum, (.duration, .number?) where symbol == "*",
      (.number?, .duration) where symbol == "*", (.duration, .number?) where symbol == "/":
      let areWhole = left.type.isWhole && right.type.isWhole
      var type = InferredType(.duration(hasSeconds: true))
      if areWhole { type.bound = whole(symbol, left.type, right.type).type.bound }
      return (type, areWhole ? whole(symbol, left.type, right.type).plan : .wholeSeconds)
    case (.duration, .duration) where symbol != "*": return whole(symbol, left.type, right.type)
    case (.duration, nil), (nil, .duration), (.number?, .number?), (.number?, nil),
      (nil, .number?), (nil, nil):
      var (type, plan) = try numbers(left, symbol, right)
      let operands = [left.type, right.type]
      // The ratio of two percentages is not a percentage.
      let isRatio = symbol == "/" && right.type.isPercentage
      type.isPercentage = type.isDecimal && !isRatio && InferredType.isPercentage(operands)
      return (type, plan)
    case (.boolean, _) where left.type.isCondition && isNumberOrTest(right):
      return try numbers(left, symbol, right)
    case (_, .boolean) where right.type.isCondition && isNumberOrTest(left):
      return try numbers(left, symbol, right)
    default:
      if context.isLenient { return try numbers(left, symbol, right) }
      throw misfit(left, symbol, right)
    }
  }

  private func isNumberOrTest(_ operand: Operand) -> Bool {
    guard let family = operand.type.family else { return true }
    return family == .number || operand.type.isCondition
  }

  private func numbers(
    _ first: Operand, _ symbol: String, _ second: Operand
  ) throws(ExpressionError) -> (type: InferredType, plan: OperationPlan) {
    let (left, right) = (first.type, second.type)
    if left.isWhole, right.isWhole { return whole(symbol, left, right) }
    guard left.isDecimal || right.isDecimal else {
      let isKnown = left.family == .number && right.family == .number
      return (isKnown ? .double : .unknown, binary(left, symbol, right))
    }
    let bound = bound(symbol, left, right)
    let scale = scale(symbol, left, right)
    let shown = max(left.shownDigits, right.shownDigits)
    guard left.isExact, right.isExact else {
      var type = InferredType.decimal(bound: bound, scale: scale, shown: shown, isLong: false)
      type.isApproximate = true
      return (type, binary(left, symbol, right))
    }
    let isShort =
      InferredType.isExactDouble(bound, scale) && !left.isLong && !right.isLong
      && (symbol != "%"
        || [left, right].allSatisfy { InferredType.isExactDouble($0.bound, scale) })
    let type = InferredType.decimal(
      bound: bound, scale: scale, shown: shown,
      isLong: (symbol == "/" ? isLongQuotient(left, right, bound) : !isShort) && !context.isPortable
    )
    if symbol == "/" {
      return (type, context.isPortable ? .quotient : .function("decimal_divide"))
    }
    if isShort {
      let scale = scale ?? 0
      if symbol == "%" { return (type, .remainder(scale)) }
      return (type, scale == 0 ? .plain : .scaled(scale))
    }
    guard context.isPortable else {
      let names = [
        "+": "decimal_add", "-": "decimal_subtract", "*": "decimal_multiply",
        "%": "decimal_remainder",
      ]
      return (type, .function(names[symbol] ?? ""))
    }
    if let scale, scale <= Property.exactDoubleDigits { return (type, .guarded(scale)) }
    guard symbol == "%" else { return (type, .quotient) }
    if context.isLenient { return (type, .remainder(scale ?? 0)) }
    let culprit = left.scale.map { $0 <= Property.exactDoubleDigits } ?? false ? second : first
    throw context.error(
      "a computed property cannot calculate the remainder of a number with more than "
        + "\(Property.exactDoubleDigits) digits after the point",
      at: culprit.range.lowerBound, hint: "use round(…, 2)")
  }

  /// SQLite's `%` truncates doubles to integers, so a function replaces the operator.
  private func binary(
    _ left: InferredType, _ symbol: String, _ right: InferredType
  ) -> OperationPlan {
    // Existing columns must keep their SQL.
    guard symbol == "%", !(context.isLenient && context.isPortable),
      [left, right].contains(where: { $0.family == .number && !$0.isWhole })
    else { return .plain }
    return .function("mod")
  }

  /// Whether an operand, or the quotient before its point, can have more than 15 digits.
  private func isLongQuotient(
    _ left: InferredType, _ right: InferredType, _ bound: Double?
  ) -> Bool {
    let least = ExpressionNumber.power(Property.exactDoubleDigits)
    func isShort(_ bound: Double?) -> Bool { bound.map { $0 < least } ?? false }
    return !isShort(bound)
      || [left, right].contains { $0.isLong || $0.isWhole && !isShort($0.bound) }
  }

  private func whole(
    _ symbol: String, _ left: InferredType, _ right: InferredType
  ) -> (type: InferredType, plan: OperationPlan) {
    let bound = bound(symbol, left, right)
    var type = InferredType.integer
    type.bound = bound
    // Integer division overflows only for the minimum integer divided by -1.
    let isSafe = symbol == "%" || symbol == "/" && right.isLiteral && right.bound != 1
    return (type, isSafe || type.isWithinWord ? .plain : .checkedWhole)
  }

  private func bound(_ symbol: String, _ left: InferredType, _ right: InferredType) -> Double? {
    if symbol == "%" {
      return [left.bound, right.bound].compactMap { $0 }.min()
    }
    guard let first = left.bound, let second = right.bound else { return nil }
    switch symbol {
    case "+", "-": return first + second
    case "*": return first * second
    // The smallest divisor is one unit of its last fraction digit.
    default: return right.scale.map { first * ExpressionNumber.power($0) }
    }
  }

  private func scale(_ symbol: String, _ left: InferredType, _ right: InferredType) -> Int? {
    switch symbol {
    case "*":
      guard let first = left.scale, let second = right.scale else { return nil }
      return first + second
    case "/": return nil
    default: return InferredType.commonScale([left, right])
    }
  }

  private func checkIsWhole(_ days: Operand) throws(ExpressionError) {
    let type = days.type
    guard !context.isLenient, type.family == .number, type.scale != 0,
      type.isDecimal || type.kind == .double
    else { return }
    throw context.error(
      "only whole days can change a date, but \(words(days)) might not be whole",
      at: days.range.lowerBound, hint: "cast(… as integer) drops the fraction")
  }

  private func familiesOfSum(
    _ left: Operand, _ right: Operand
  ) throws(ExpressionError) -> (KindFamily?, KindFamily?) {
    let (first, second) = (left.type.family, right.type.family)
    return (try read(left, beside: second) ?? first, try read(right, beside: first) ?? second)
  }

  private func read(
    _ operand: Operand, beside family: KindFamily?
  ) throws(ExpressionError) -> KindFamily? {
    guard let text = text(of: operand), let family else { return nil }
    let kinds: [PropertyKind] =
      switch family {
      case .date: [.date]
      case .dateTime: [.duration(hasSeconds: true), .dateTime]
      case .time: [.time(hasSeconds: true)]
      case .duration: [.duration(hasSeconds: true), .dateTime]
      case .number, .boolean, .text, .month, .record, .list: []
      }
    guard let expected = kinds.first else { return nil }
    let place = operand.range.lowerBound
    for kind in kinds {
      let moment = kind == .dateTime ? context.moment(at: place) : nil
      guard let value = moment ?? kind.converted(.text(text)) else { continue }
      note(value, in: operand, kind)
      return KindFamily(kind)
    }
    throw context.error(
      "\(written(operand)) cannot be added to or subtracted from \(family.words); expected "
        + expected.expectation, at: place)
  }

  func misfit(_ left: Operand, _ symbol: String, _ right: Operand) -> ExpressionError {
    let (first, second) = (left.type.family, right.type.family)
    let culprit = first == nil || first == .number ? right : left
    var hint: String?
    var place = culprit.range.lowerBound
    switch (first, second) {
    case (.text, _) where symbol == "+", (_, .text) where symbol == "+":
      hint = "join texts with ||"
    case (.date, .text), (.date, .duration):
      hint = "add_months(\(words(left)), 1) adds a month"
      place = right.range.lowerBound
    case (.number?, .date), (nil, .date): hint = "write the date first, as in \(words(right)) + 7"
    case (.dateTime, .number), (.dateTime, nil):
      hint = "use a duration, as in \(words(left)) \(symbol) \"24:00\""
    case (.date, .dateTime): hint = "date(\(words(right))) is the day without the time"
    case (.dateTime, .date): hint = "date(\(words(left))) is the day without the time"
    case (.time, .duration): hint = "only the difference between two times can be calculated"
    case (.month, _): hint = "add_months(date(\(words(left)) || \"-01\"), 1) adds a month"
    case (.boolean, _), (_, .boolean):
      let flag = first == .boolean ? left : right
      place = flag.range.lowerBound
      hint = "iif(\(words(flag)), 1, 0) is a number"
    default: break
    }
    let verbs = ["+": "add", "-": "subtract", "*": "multiply", "/": "divide"]
    let verb = verbs[symbol] ?? "calculate the remainder of"
    let (a, b) = (operandWords(left), operandWords(right))
    let operands =
      switch symbol {
      case "-": "\(b) from \(a)"
      case "/": "\(a) by \(b)"
      default: "\(a) and \(b)"
      }
    return context.error("cannot \(verb) \(operands)", at: place, hint: hint)
  }

  private func operandWords(_ operand: Operand) -> String {
    let written = words(operand)
    let kind = operand.type.words
    return written == kind || isNumeral(operand) ? written : "\(written) (\(kind))"
  }
}
