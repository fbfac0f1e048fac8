internal import Records

/// Calls of functions.
extension ExpressionTranslator {
  mutating func translate(
    _ call: Node.Call, in range: ClosedRange<Int>
  ) throws(StoreError) -> ExpressionNature {
    let name = call.word.asciiLowercased
    let start = range.lowerBound
    try checkIsPortable(name, at: start)
    if let nature = try aggregate(name, call, in: range) { return nature }
    guard let function = ExpressionFunction.named(name) else { throw noFunction(call, at: start) }
    if let condition = call.condition { throw nothingToChoose(call, condition.place, name) }
    emission.write(name, at: start)
    let bareBefore = bareProperties
    if case .missing? = call.arguments.first?.form { noteLists(function) }
    var arguments = try translate(call.arguments)
    let count = arguments.count
    let isMissing = if case .missing? = call.arguments.last?.form { true } else { false }
    if let place = function.placeOfMoment, !isMissing {
      try fix(arguments, of: name, from: place, at: start)
    }
    if name == "format" || name == "printf" { try fix(format: arguments) }
    if count == 1, name == "max" || name == "min" {
      try checkReadsOthers("\(name)() of one value", at: start)
    }
    if scopes.count < 2, function.isGathering(count) {
      isAggregate = true
      bareProperties = bareBefore
    }
    if name == "regexp", let pattern = arguments.first { try checkPattern(pattern) }
    if name == "max" || name == "min", arguments.contains(where: \.nature.isLong) {
      emission.write("decimal_\(name)", at: start)
    }
    if count > 1, name == "max" || name == "min" || name == "nullif" {
      try readTexts(arguments, isOrder: true)
      try checkKinds(arguments, isOrder: true)
    } else if case .oneOf(let first) = function.result {
      arguments = try arguments.prefix(first) + agreed(Array(arguments.dropFirst(first)))
    }
    if let filter = call.filter { _ = try translate(filter) }
    if let window = call.window {
      try translate(window)
    } else if name == "sum" || name == "avg", count == 1, !call.isDistinct {
      let (exact, rest, nature) = gathered(name, arguments[0].nature)
      guard exact != name else { return nature }
      emission.write(exact, at: start)
      if !rest.isEmpty { emission.enclose(arguments[0].range, "", rest) }
      return nature
    }
    return nature(of: function, arguments)
  }

  private func nature(
    of function: ExpressionFunction, _ arguments: [Operand]
  ) -> ExpressionNature {
    let natures = arguments.map(\.nature)
    switch function.result {
    case .integer: return function.name == "count" ? .count : .integer
    case .text:
      var result = ExpressionNature.text
      result.isDay = function.name == "date"
      result.isUTC = function.group == .dates
      return result
    case .other: return .unknown
    case .oneOf(let first):
      // Of nullif, only the first can come out.
      let chosen = function.name == "nullif" ? natures.prefix(1) : natures.dropFirst(first)
      return ExpressionNature(oneOf: Array(chosen))
    case .number:
      var result = ExpressionNature(
        isDecimal: natures.contains(where: \.isDecimal), isComputed: true)
      switch function.name {
      case "abs", "sum", "total":
        result.scale = natures.first?.scale
        if function.name == "abs" {
          result.kind = natures.first?.kind
          result.textKind = natures.first?.textKind
        }
      case "ceil", "ceiling", "floor", "trunc": result.scale = 0
      case "round":
        result.scale = arguments.count > 1 ? digits(arguments[1]) : 0
        result.kind = natures.first?.kind
      default: break
      }
      return result
    }
  }

  /// The number of digits written as the second value of `round`.
  private func digits(_ operand: Operand) -> Int? {
    guard operand.range.count == 1, case .number(let text) = tokens[operand.range.lowerBound],
      let digits = Int(text), digits <= 15
    else { return nil }
    return digits
  }

  // MARK: Time

  /// Sees to it that a date function only calculates with what it is given.
  ///
  /// SQLite reads the clock for `now`, and the time zone of the computer for `localtime` and `utc`.
  /// A text in the expression is refused here, everything else by the function in its place.
  private mutating func fix(
    _ arguments: [Operand], of name: String, from first: Int, at start: Int
  ) throws(StoreError) {
    guard arguments.count > first else {
      throw error("\(name)() without a time depends on the clock; use :now", at: start)
    }
    for (index, argument) in arguments.enumerated() where index >= first {
      guard let text = text(of: argument) else { continue }
      let place = argument.range.lowerBound
      if let message = SQLFunctions.impurity(of: text, isMoment: index == first) {
        throw error(message, at: place)
      }
      if index == first, let moment = moments[place] { write(moment.bound, at: place) }
    }
    // A day of the calendar stays one.
    if arguments.count == first + 1, arguments[first].nature.isText,
      arguments[first].nature.family?.isDate ?? false
    {
      return fixed(arguments[first])
    }
    emission.write(CalendarFunctions.checked(name), at: start)
  }

  // MARK: Formats

  /// Sees to it that a format repeats no character without end.
  private mutating func fix(format arguments: [Operand]) throws(StoreError) {
    guard let format = arguments.first else { return }
    guard let text = text(of: format) else {
      if !isPortable { emission.wrap(format.range, in: "fixed_format") }
      return
    }
    let repeated = RepeatedCharacter(in: text)
    guard !repeated.isTooOften else {
      throw error(SQLFunctions.tooOften, at: format.range.lowerBound)
    }
    for count in repeated.counts where count + 1 < arguments.count {
      guard !isPortable else {
        throw error("a computed property cannot use %.*c", at: format.range.lowerBound)
      }
      emission.wrap(arguments[count + 1].range, in: "fixed_count")
    }
  }

  // MARK: Errors

  /// That a condition chooses among what is neither a list nor a type.
  private func nothingToChoose(_ call: Node.Call, _ place: Int, _ name: String) -> StoreError {
    if case .path(let path) = call.arguments[0].form, case .name = path.root,
      let first = path.names.first, type(named: first.text) == nil,
      !scopes.contains(where: { $0.nature(of: first.text) != nil })
    {
      return unknownType(first)
    }
    return error(
      "\"where\" chooses among the records of a list or a type, and this is neither", at: place,
      hint: "as in \(name)(Type.property where …)")
  }

  private func noFunction(_ call: Node.Call, at start: Int) -> StoreError {
    let (word, name) = (call.word, call.word.asciiLowercased)
    switch name {
    case "random", "randomblob":
      return error("\(word)() is not deterministic and cannot be used in an expression", at: start)
    case _ where ExpressionFunction.impure.contains(name):
      return error(
        "\(word)() is not a function of its values and cannot be used in an expression", at: start)
    case _ where scopes.contains { $0.nature(of: word) != nil }:
      return error(
        "expected an operator between \"\(word)\" and the bracket", at: start + 1)
    default:
      let known = ExpressionFunction.all.filter { !isPortable || $0.isPortable }
      return error(
        "there is no function \"\(word)\"", at: start, kind: .name,
        candidates: known.map(\.name).sorted())
    }
  }
}
