internal import Records

/// What `+ - * / %` and `||` make of values of each kind.
extension ExpressionTranslator {
  /// Decides what an operator calculates, and writes it so that SQLite does.
  mutating func arithmetic(
    _ left: Operand, _ symbol: String, _ right: Operand, at place: Int
  ) throws(StoreError) -> ExpressionNature {
    let isSum = symbol == "+" || symbol == "-"
    let (first, second) =
      isSum ? try familiesOfSum(left, right) : (family(of: left), family(of: right))
    let plain = ExpressionNature.arithmetic(symbol, left.nature, right.nature)
    switch (first, second) {
    case (.date, .number?) where isSum, (.date, nil) where isSum && !isText(right):
      try checkIsWhole(right)
      shift(left, symbol, right, at: place, by: "days", "date", "")
      return .calculated(.date)
    case (.dateTime, .duration) where isSum:
      shift(left, symbol, right, at: place, by: "seconds", "strftime", "'%Y-%m-%dT%H:%M:%fZ', ")
      return .calculated(.dateTime)
    case (.date, .date) where symbol == "-":
      enclose(left, "julianday(", ")")
      enclose(right, "julianday(", ")")
      wrap(left, right, in: "CAST", " AS INTEGER")
      return .count
    case (.time, .time) where symbol == "-", (.dateTime, .dateTime) where symbol == "-":
      enclose(left, "strftime('%s', ", ")")
      enclose(right, "strftime('%s', ", ")")
      wrap(left, right, in: "")
      return .calculated(.duration(hasSeconds: true))
    case (.duration, .duration) where isSum, (.duration, .number?) where symbol == "*",
      (.number?, .duration) where symbol == "*", (.duration, .number?) where symbol == "/":
      var nature = plain
      nature.kind = .duration(hasSeconds: true)
      nature.textKind = nature.kind
      return nature
    case (.duration, .duration), (.duration, nil), (nil, .duration): return plain
    case (.number?, .number?), (.number?, nil), (nil, .number?), (nil, nil): return plain
    case (.boolean, _) where left.nature.isCondition && isNumberOrTest(right): return plain
    case (_, .boolean) where right.nature.isCondition && isNumberOrTest(left): return plain
    default:
      if isLenient { return plain }
      throw misfit(left, symbol, right)
    }
  }

  /// The family of an operand that a date function or a kind has.
  private func family(of operand: Operand) -> ExpressionFamily? {
    operand.nature.isDay ? .date : operand.nature.family
  }

  private func isNumberOrTest(_ operand: Operand) -> Bool {
    guard let family = operand.nature.family else { return true }
    return family == .number || operand.nature.isCondition
  }

  private func isText(_ operand: Operand) -> Bool { operand.nature.family == .text }

  // MARK: Days and durations

  private mutating func enclose(_ operand: Operand, _ before: String, _ after: String) {
    fixed(operand)
    emission.enclose(operand.range, before, after)
  }

  /// Sees to it that a moment is never the present, whoever wrote it into a record.
  mutating func fixed(_ operand: Operand) {
    if isPortable { return }
    if operand.range.count == 1, case .date = tokens[operand.range.lowerBound] { return }
    emission.wrap(operand.range, in: "fixed_moment")
  }

  private mutating func wrap(
    _ left: Operand, _ right: Operand, in function: String, _ rest: String = ""
  ) {
    emission.wrap(left.range.lowerBound...right.range.upperBound, in: function, rest)
  }

  /// Writes a sum as a call of a date function, to which the second value is a modifier.
  private mutating func shift(
    _ left: Operand, _ symbol: String, _ right: Operand, at place: Int, by unit: String,
    _ name: String, _ format: String
  ) {
    canLeaveCalendar = true
    let function = isPortable ? name : CalendarFunctions.checked(name)
    emission.wrap(right.range, in: "")
    emission.write(symbol == "-" ? ", -" : ",", at: place)
    emission.enclose(
      left.range.lowerBound...right.range.upperBound, "\(function)(\(format)",
      " || ' \(unit)')")
  }

  private func checkIsWhole(_ days: Operand) throws(StoreError) {
    let nature = days.nature
    guard nature.family == .number, nature.scale != 0, nature.isDecimal || nature.isRealColumn
    else { return }
    throw error(
      "only whole days can be added to a date, and \(words(days)) may not be whole",
      at: days.range.lowerBound, hint: "cast(… as integer) cuts a fraction off")
  }

  /// The families of two values that are added or subtracted, of which quoted texts are read as
  /// what the other one calls for.
  private mutating func familiesOfSum(
    _ left: Operand, _ right: Operand
  ) throws(StoreError) -> (ExpressionFamily?, ExpressionFamily?) {
    let (first, second) = (family(of: left), family(of: right))
    return (
      try read(left, beside: second) ?? first, try read(right, beside: first) ?? second
    )
  }

  /// Reads a quoted text in a sum, and says what it then is; nil for another value.
  private mutating func read(
    _ operand: Operand, beside family: ExpressionFamily?
  ) throws(StoreError) -> ExpressionFamily? {
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
      let moment = kind == .dateTime ? moments[place] : nil
      guard let value = moment ?? kind.converted(.text(text)) else { continue }
      write(value.bound, at: place)
      return ExpressionFamily(kind)
    }
    throw error(
      "\(tokens[place].words) is added to or subtracted from \(family.words); expected "
        + expected.expectation, at: place)
  }

  // MARK: Errors

  private func misfit(_ left: Operand, _ symbol: String, _ right: Operand) -> StoreError {
    let (first, second) = (family(of: left), family(of: right))
    // The one that is no number is to blame, or else the second.
    let culprit = first == nil || first == .number ? right : left
    var hint: String?
    var place = culprit.range.lowerBound
    switch (first, second) {
    case (.text, _) where symbol == "+", (_, .text) where symbol == "+":
      hint = "texts are joined by ||"
    case (.date, .text), (.date, .duration):
      hint = "date(\(words(left)), \"+1 month\") adds months and years"
      place = right.range.lowerBound
    case (.number?, .date), (nil, .date): hint = "the date comes first, as in \(words(right)) + 7"
    case (.dateTime, .number), (.dateTime, nil):
      hint = "a duration can be added to a date with time, as in \(words(left)) \(symbol) \"24:00\""
    case (.date, .dateTime): hint = "date(\(words(right))) is the day of a moment"
    case (.dateTime, .date): hint = "date(\(words(left))) is the day of a moment"
    case (.time, .duration): hint = "only the difference of two times can be calculated"
    case (.month, _): hint = "date(\(words(left)) || \"-01\", \"+1 month\") adds months"
    case (.boolean, _), (_, .boolean):
      let flag = first == .boolean ? left : right
      place = flag.range.lowerBound
      hint = "iif(\(words(flag)), 1, 0) is a number"
    default: break
    }
    let verb = ["+": "add", "-": "subtract", "*": "multiply", "/": "divide"][symbol] ?? "calculate"
    return error(
      "cannot \(verb) \(operandWords(left)) and \(operandWords(right))", at: place, hint: hint)
  }

  private func operandWords(_ operand: Operand) -> String {
    let written = words(operand)
    let kind = operand.nature.isDay ? ExpressionFamily.date.words : operand.nature.words
    return written == kind || isNumeral(operand) ? written : "\(written), \(kind),"
  }

  /// Refuses to make a text of what is only a number to SQLite.
  func checkIsShown(_ operand: Operand) throws(StoreError) {
    guard !isLenient, case .record(let name) = operand.nature.family else { return }
    let key = types.first { $0.name == name }?.properties.first(where: \.isKey)?.name
    throw error(
      "\(words(operand)) is \(operand.nature.words), not a text", at: operand.range.lowerBound,
      hint: key.map { "\(words(operand)).\($0.asName) is its key" })
  }
}

extension ExpressionNature {
  /// A value of a kind that was calculated.
  static func calculated(_ kind: PropertyKind) -> ExpressionNature {
    var nature = ExpressionNature(parameter: kind)
    nature.isComputed = true
    return nature
  }
}
