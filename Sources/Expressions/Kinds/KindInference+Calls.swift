internal import Values

extension KindInference {
  func type(of call: Node.Call, _ node: Node) -> InferredType {
    if case .rows(let rows) = node.meaning { return type(of: call, over: rows) }
    for node in call.arguments { infer(node) }
    if let filter = call.filter {
      infer(filter)
      checkIsCondition(filter)
    }
    for node in call.window?.nodes ?? [] { infer(node) }
    guard let function = call.function, call.condition == nil else {
      if let condition = call.condition { infer(condition.node) }
      return .unknown
    }
    let arguments = call.arguments
    if !call.hasStar, !function.arity.contains(arguments.count), !isBeingWritten(call),
      function.placeOfMoment != arguments.count
    {
      let count = arguments.count
      context.report(
        "\(function.name)() takes \(function.arityWords(given: count)), not \(count)",
        at: node.range.lowerBound)
      return .unknown
    }
    switch function.group {
    case .texts: for node in arguments { checkIsShown(Operand(node)) }
    case .numbers where !context.isLenient:
      for node in arguments where text(of: Operand(node)).flatMap(ExactDecimal.init) == nil {
        checkIsNumber(node, node.type, function.name)
      }
    case .numbers, .dates, .values, .records, .windows, .json: break
    }
    return type(of: function, call, node)
  }

  /// Arguments may be missing while the call is still being typed.
  private func isBeingWritten(_ call: Node.Call) -> Bool {
    if context.completion != nil { return true }
    if case .missing? = call.arguments.last?.form { return true }
    return false
  }

  private func type(
    of function: ExpressionFunction, _ call: Node.Call, _ node: Node
  ) -> InferredType {
    let arguments = call.arguments
    let first = arguments.first?.type ?? .unknown
    switch function.result {
    case .kind(let kind):
      switch function.name {
      case "substr", "substring": limit(call)
      case "add_months": checkIsDay(arguments[0], function.name)
      case "months_between": for node in arguments { checkIsDay(node, function.name) }
      case "read_date": checkDateFormat(arguments[1])
      case "join":
        checkIsList(arguments[0])
        call.plan = .joined
      case "stdev":
        if let argument = arguments.first { checkIsNumber(argument, first, function.name) }
        let (type, plan) = gathered(function.name, first)
        call.plan = plan
        return type
      default: break
      }
      switch kind {
      case .integer: return .integer
      case .double: return .double
      default: return InferredType(kind)
      }
    case .count:
      if arguments.count == 1, first.family == .list { call.plan = .items }
      return .count
    case .condition:
      if function.name == "regexp", let pattern = arguments.first { checkPattern(Operand(pattern)) }
      return .condition
    case .none: return .unknown
    case .part(let part):
      call.plan =
        isMonth(call.arguments[0])
        ? .partOfMonth(part) : .part(part)
      if case .part = call.plan {
        checkIsDay(call.arguments[0], function.name, or: " or a month")
      }
      return InferredType.integer
    case .shown:
      checkIsShownByField(call.arguments[0])
      let kind = first.isCondition ? "Boolean" : first.kind?.definition ?? ""
      call.plan = .shown(first.isGrouped ? kind + " grouped" : kind)
      return .text
    case .format:
      checkFormat(call)
      return .text
    case .chosen(let place):
      if function.name == "iif", let condition = arguments.first { checkIsCondition(condition) }
      return agreed(Array(arguments.dropFirst(place)))
    case .first: return first
    case .unlessEqual:
      readTexts(ifPossible: arguments.map(Operand.init))
      switch compare(arguments.map(Operand.init), isOrder: true, readsForms: false) {
      case .none, .choiceOrder: break
      case let conversion: call.plan = .nullIf(conversion)
      }
      return arguments.first?.type ?? .unknown
    case .extreme: return extreme(function.name, call)
    case .amount:
      var type = first
      type.isLiteral = false
      if first.isLong { call.plan = own("decimal_absolute", at: node.range.lowerBound) }
      if context.isPortable, first.isWhole, !first.isWithinWord { call.plan = .wholeAmount }
      return first.isCondition ? .count : type
    case .rounded:
      // SQLite's own `round` returns doubles.
      if first.isWhole, function.name == "round" { call.plan = .whole }
      let type = rounded(call)
      if case nil = call.plan, function.name == "round" { limit(call) }
      return type
    case .cut: return cut(function.name, call, first)
    case .remainder:
      guard let second = arguments.last?.type, first.isExact, second.isExact,
        let result = context.attempt({ () throws(ExpressionError) in
          try arithmetic(Operand(arguments[0]), "%", Operand(arguments[1]))
        })
      else { return .double }
      // SQLite's own function `mod` returns doubles.
      call.plan = .operation("%", result.plan)
      return result.type
    case .sum:
      guard arguments.count == 1 else { return first }
      if !context.isLenient { checkIsNumber(arguments[0], first, function.name) }
      let (type, plan) = gathered(function.name, first)
      call.plan = plan
      return type
    case .moment(let kind): return moment(function, kind, call, node)
    }
  }

  private func digits(_ call: Node.Call) -> Int? {
    guard call.arguments.count > 1 else { return 0 }
    guard case .number(let text) = call.arguments[1].form else { return nil }
    return Int(text)
  }

  /// SQLite truncates positions and numbers of digits to 32 bits. Existing columns keep their SQL.
  private func limit(_ call: Node.Call) {
    let isLimited = call.arguments.dropFirst().contains { argument in
      argument.type.bound.map { $0 > Double(Int32.max) } ?? !context.isPortable
    }
    if isLimited, !(context.isPortable && context.isLenient) { call.plan = .limited }
  }

  private func rounded(_ call: Node.Call) -> InferredType {
    var type = call.arguments[0].type
    type.isLiteral = false
    guard type.isDecimal, let digits = digits(call), digits <= ExactDecimal.maximumDigits else {
      return type.isDecimal || type.isWhole || type.family == nil ? type : .double
    }
    let scale = min(type.scale ?? digits, digits)
    // Rounding up can add an integer digit.
    type.bound = type.bound.map { $0 + 1 }
    let wasLong = type.isLong || !type.isExactDouble || type.isApproximate
    type.scale = scale
    type.isApproximate = false
    let isShort = InferredType.isExactDouble(type.bound, scale)
    type.isLong = !isShort && !context.isPortable
    type.kind = .decimal(
      integerDigits: nil, fractionDigits: min(type.shownDigits, scale)...max(scale, 0))
    call.plan = .rounded(digits: scale, isLong: wasLong && !context.isPortable)
    return type
  }

  private func cut(_ name: String, _ call: Node.Call, _ type: InferredType) -> InferredType {
    guard type.isDecimal else { return type.isWhole ? type : .double }
    var result = type
    result.isLiteral = false
    result.scale = 0
    result.bound = type.bound.map { $0 + 1 }
    result.kind = .decimal(integerDigits: nil, fractionDigits: 0...0)
    if type.isLong || type.scale == nil, !context.isPortable {
      call.plan = .function("decimal_\(name == "ceiling" ? "ceil" : name)")
    }
    return result
  }

  private func extreme(_ name: String, _ call: Node.Call) -> InferredType {
    let arguments = call.arguments
    let place = arguments[0].range.lowerBound
    guard arguments.count > 1 else {
      let type = arguments[0].type
      if type.isLong { call.plan = own("decimal_\(name)", at: place) }
      if let names = type.kind?.choices { call.plan = .choiceExtreme(names) }
      return type
    }
    let conversion = compare(arguments.map(Operand.init), isOrder: true, readsForms: false)
    let type = agreed(arguments, isOrder: true)
    if case .choiceOrder(let names) = conversion {
      call.plan = .choiceExtreme(names)
      return InferredType(.choice(names))
    }
    if type.isLong { call.plan = own("decimal_\(name)", at: place) }
    return type
  }

  private func own(_ name: String, at place: Int) -> CallPlan {
    checkIsNoColumn(at: place)
    return .function(name)
  }

  private func type(of call: Node.Call, over rows: ResolvedPath) -> InferredType {
    if let condition = call.condition {
      infer(condition.node)
      checkIsCondition(condition.node)
    }
    let name = call.function?.name ?? ""
    let argument = call.arguments[0]
    switch name {
    case "count": return .count
    case "join":
      infer(call.arguments[1])
      return .text
    case "sum", "avg", "stdev":
      guard checkIsNumber(argument, rows.type, name) else { return .unknown }
    default: break
    }
    let (type, plan) = gathered(name, rows.type)
    call.plan = plan
    return type
  }

  @discardableResult
  private func checkIsNumber(_ argument: Node, _ type: InferredType, _ name: String) -> Bool {
    switch type.family {
    case .number, .duration, nil: return true
    case .boolean where name == "sum" || type.isCondition || type.isConstantWord: return true
    case .boolean, .text, .date, .dateTime, .time, .month, .record, .list:
      let words = context.words(argument.range.lowerBound..<argument.range.upperBound + 1)
      context.report(
        "\(name)() needs numbers, but \(words) is \(type.words)",
        at: argument.range.lowerBound)
      return false
    }
  }

  private func gathered(
    _ name: String, _ type: InferredType
  ) -> (type: InferredType, plan: CallPlan?) {
    switch name {
    case "min", "max":
      if let names = type.kind?.choices { return (type, .choiceExtreme(names)) }
      return (type, type.isLong ? .function("decimal_\(name)") : nil)
    case "sum":
      if type.isDecimal {
        // The sum may have more digits than its operands; long sums are texts.
        let sum = InferredType.decimal(
          bound: nil, scale: type.scale, shown: type.shownDigits, isLong: true)
        return (sum, .function("decimal_sum"))
      }
      var sum = type
      sum.bound = nil
      if type.family == .boolean { sum = .integer }
      return (sum, type.isWhole && !type.hasShortSums ? .function("whole_sum") : nil)
    case "stdev" where type.family == .duration: return (type, .wholeSeconds(name))
    case "avg":
      if type.family == .duration { return (type, .wholeSeconds(name)) }
      guard type.isDecimal else {
        return (.double, type.isWhole && !type.hasShortSums ? .function("whole_avg") : nil)
      }
      let digits = min((type.scale ?? 0) + 4, ExactDecimal.maximumDigits)
      let mean = InferredType.decimal(
        bound: type.bound, scale: digits, shown: type.shownDigits, isLong: true)
      return (mean, .function("decimal_avg\(digits)"))
    default: return (.double, nil)
    }
  }

  /// Ensures that a date function is deterministic.
  ///
  /// SQLite reads the clock for `now`, and the computer's time zone for `localtime` and `utc`.
  /// Quoted modifiers such as these are rejected here; other values are checked at run time by
  /// `calendar` or `fixed_moment`.
  private func moment(
    _ function: ExpressionFunction, _ kind: PropertyKind, _ call: Node.Call, _ node: Node
  ) -> InferredType {
    var type = InferredType(kind)
    type.isUTC = function.name == "strftime"
    let first = function.placeOfMoment ?? 0
    let arguments = call.arguments
    if case .missing? = arguments.last?.form { return type }
    guard arguments.count > first else {
      context.report(
        "\(function.name)() without a time depends on the clock; use :now",
        at: node.range.lowerBound)
      return type
    }
    for (index, argument) in arguments.enumerated() where index >= first {
      guard let text = text(of: Operand(argument)) else { continue }
      let place = argument.range.lowerBound
      if let message = SQLFunctions.impurity(of: text, isMoment: index == first) {
        context.report(message, at: place)
      }
      if index == first {
        if let moment = context.moment(at: place) { note(moment, in: Operand(argument), .dateTime) }
      } else {
        checkModifier(text, of: Operand(arguments[first]), at: place)
      }
    }
    // A date without modifiers cannot leave the calendar's range.
    let isDay = arguments.count == first + 1 && arguments[first].type.family?.isDate ?? false
    if isDay, kind != .dateTime {
      arguments[first].conversion = arguments[first].reading == nil ? .fixedMoment : .none
    } else {
      let format = kind == .dateTime ? "'%Y-%m-%dT%H:%M:%fZ'" : nil
      call.plan = .calendar(
        kind == .dateTime ? "strftime" : function.name, format: format, moment: first)
    }
    return type
  }

  /// Whether the operand is a month; reads a text such as `"2026-11"` as a month.
  private func isMonth(_ node: Node) -> Bool {
    let operand = Operand(node)
    if let text = text(of: operand), let month = PropertyKind.month.converted(.text(text)) {
      note(month, in: operand, .month)
    }
    return operand.type.family == .month || node.type.family == .month
  }

  private func checkIsDay(_ node: Node, _ name: String, or other: String = "") {
    let operand = Operand(node)
    if let text = text(of: operand), let day = PropertyKind.date.converted(.text(text)) {
      return note(day, in: operand, .date)
    }
    guard let family = operand.type.family, !family.isDate, !operand.type.isNull else { return }
    context.report(
      "\(name)() needs a date\(other), not \(operand.type.words)",
      at: node.range.lowerBound)
  }

  /// Rejects modifiers that add or subtract months or years, because SQLite turns 31 January plus
  /// one month into 2 or 3 March.
  private func checkModifier(_ text: String, of day: Operand, at place: Int) {
    let shift = #/ *([+\-]?) *([0-9]+)(?:\.0*)? +(month|year)s? */#.ignoresCase()
    guard !context.isLenient, let match = text.wholeMatch(of: shift), let count = Int(match.2),
      count <= 1_000_000
    else { return }
    let months = match.3.lowercased() == "year" ? count * 12 : count
    let written =
      isNamed(day)
      ? words(day)
      : self.text(of: day).map { Value.text($0).literal }
        ?? (day.range.count == 1 ? written(day) : "…")
    context.report(
      "\"\(text)\" can end in a later month, because months differ in length", at: place,
      hint: "add_months(\(written), \(match.1 == "-" ? "-" : "")\(months))")
  }

  private func checkDateFormat(_ node: Node) {
    guard let format = text(of: Operand(node)), !DateFormat(format).isValid else { return }
    context.report(
      "\"\(format)\" must have one day (d, dd), one month (m, mm) and one year (yy, yyyy)",
      at: node.range.lowerBound,
      hint: "as in \"dd.mm.yyyy\"")
  }

  private func checkIsList(_ node: Node) {
    guard let family = node.type.family, family != .list else { return }
    context.report("join() needs a list, not \(node.type.words)", at: node.range.lowerBound)
  }

  private func checkIsShownByField(_ node: Node) {
    let hint: String
    switch node.type.family {
    case .record: hint = "use a property of the record, as in text(boss.name)"
    case .list: hint = "join() combines the items into one text"
    case .number, .boolean, .text, .date, .dateTime, .time, .duration, .month, nil: return
    }
    context.report(
      "text() cannot format \(node.type.words)", at: node.range.lowerBound,
      hint: hint)
  }

  private func checkFormat(_ call: Node.Call) {
    guard let format = call.arguments.first else { return }
    guard let text = text(of: Operand(format)) else { return }
    let repeated = RepeatedCharacter(in: text)
    guard !repeated.isTooOften else {
      context.report(SQLFunctions.tooOften, at: format.range.lowerBound)
      return
    }
    for count in repeated.counts where count + 1 < call.arguments.count {
      guard context.isPortable else { continue }
      context.report("a computed property cannot use %.*c", at: format.range.lowerBound)
    }
  }
}
