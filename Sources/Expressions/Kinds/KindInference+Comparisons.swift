internal import Records

extension KindInference {
  /// Checks the operands and returns the conversion that all of them need.
  ///
  /// Decimals of at most 15 digits are doubles; equal decimals have the same bits. If an operand
  /// was calculated with doubles, all operands are rounded. Longer decimals are texts and are
  /// compared by a key.
  ///
  /// - Parameters:
  ///   - isOrder: Whether the operands are compared by order, not for equality.
  ///   - readsForms: Whether a quoted text is converted to a kind with several notations, and must
  ///     then be valid.
  func compare(
    _ operands: [Operand], isOrder: Bool = false, readsForms: Bool = true
  ) -> Conversion {
    if operands.contains(where: \.type.isMistaken) { return .none }
    let tuples = operands.compactMap(elements)
    if tuples.count == operands.count, operands.count > 1 {
      let count = tuples.map(\.count).min() ?? 0
      let isPlain = (0..<count).allSatisfy { place in
        compare(tuples.map { $0[place] }, isOrder: isOrder) == .none
      }
      if !isPlain || tuples.contains(where: { $0.contains { $0.type.isLong } }) {
        context.report(
          "these values can only be compared one by one, not as a list",
          at: operands[0].range.lowerBound)
      }
      return .none
    }
    _ = context.attempt { () throws(ExpressionError) in
      try readTexts(operands, readsForms: readsForms, isOrder: isOrder)
      try checkKinds(operands, isOrder: isOrder)
    }
    return conversion(of: operands.map { Operand.retyped($0) }, isOrder: isOrder)
  }

  private func elements(of operand: Operand) -> [Operand]? {
    guard let types = operand.type.elements else { return nil }
    if case .brackets(let nodes)? = operand.node?.form { return nodes.map(Operand.init) }
    return types.map { Operand(operand.range, $0) }
  }

  private func conversion(of operands: [Operand], isOrder: Bool) -> Conversion {
    let types = operands.map(\.type)
    if isOrder, let names = types.lazy.compactMap(\.kind?.choices).first,
      operands.allSatisfy({ $0.type.kind?.choices == names || text(of: $0) != nil })
    {
      return .choiceOrder(names)
    }
    if isOrder, types.contains(where: { $0.family == .date }),
      types.contains(where: { $0.family == .dateTime })
    {
      return .beginningOfDay
    }
    guard types.contains(where: \.isDecimal) else { return .none }
    let others = types.filter { !$0.isConstantWord && !$0.isLiteral }
    guard others.contains(where: { $0.isApproximate || $0.family == nil }) else {
      return types.contains(where: \.isLong) ? .decimalKey : .none
    }
    let isUnknown = others.contains { $0.family == nil }
    if isUnknown, !context.isPortable, types.contains(where: \.isLong) { return .decimalKey }
    return .rounded(scale: InferredType.commonScale(types), castsColumns: isUnknown)
  }

  private func checkKinds(_ operands: [Operand], isOrder: Bool) throws(ExpressionError) {
    guard let first = operands.first else { return }
    // A quoted text takes its kind from another operand, before or after it.
    let typed = text(of: first) == nil ? first : operands.first { text(of: $0) == nil } ?? first
    for operand in operands where operand.range != typed.range {
      try checkPair(typed, operand, isOrder)
    }
  }

  /// The common type of alternatives; reads quoted texts, and converts integers beside decimals.
  ///
  /// Alternatives of unlike kinds are errors. A text is accepted with any kind, as a substitute for
  /// a missing value; a quoted text is converted if it is valid for that kind.
  ///
  /// - Parameter isOrder: Whether the alternatives have already been compared.
  func agreed(_ nodes: [Node], isOrder: Bool = false) -> InferredType {
    let operands = nodes.map(Operand.init)
    readTexts(ifPossible: operands)
    if !context.isLenient, !isOrder {
      let typed = nodes.map(Operand.init).filter { operand in
        operand.type.family.map { $0 != .text } ?? false
      }
      for operand in typed.dropFirst() {
        _ = context.attempt { () throws(ExpressionError) in
          try checkValues(typed[0], operand, false, isChoice: true)
        }
      }
    }
    let result = InferredType(oneOf: nodes.map(\.type))
    guard result.isDecimal, !result.isLong else { return result }
    // Otherwise SQLite would use integer division if the chosen alternative is an integer.
    for node in nodes where node.type.isWhole { node.conversion = .real }
    return result
  }

  private func checkPair(
    _ left: Operand, _ right: Operand, _ isOrder: Bool
  ) throws(ExpressionError) {
    if let text = text(of: right) {
      guard self.text(of: left) == nil else { return }
      do {
        try read(text, right, beside: left, isOrder)
      } catch {
        // Earlier versions accepted this text in stored expressions.
        guard context.isLenient else { throw error }
      }
      return
    }
    if context.isLenient { return }
    if isNumeral(left), !isNumeral(right) { return try checkValues(right, left, isOrder) }
    try checkValues(left, right, isOrder)
  }

  /// Neither operand may be a quoted text.
  func checkValues(
    _ left: Operand, _ right: Operand, _ isOrder: Bool, isChoice: Bool = false
  ) throws(ExpressionError) {
    guard let family = left.type.family, let other = right.type.family,
      !areAlike(left.type, right.type, isOrder)
    else { return }
    let hint = hint(for: right, other, beside: left, family)
    let place = right.range.lowerBound
    if case .choice(let names) = left.type.kind, case .choice = right.type.kind {
      throw context.error(
        "\(words(right)) has none of the choices \(names.map(\.asChoice).listed())", at: place)
    }
    guard !isChoice else {
      throw context.error(
        "cannot choose between \(left.type.words) and \(right.type.words)", at: place)
    }
    throw context.error(
      "\(subject(left)) cannot be compared with "
        + (family == other ? words(right) : right.type.words), at: place, hint: hint)
  }

  private func areAlike(_ left: InferredType, _ right: InferredType, _ isOrder: Bool) -> Bool {
    guard let family = left.family, let other = right.family else { return true }
    if let names = left.kind?.choices, let others = right.kind?.choices {
      return !Set(names).isDisjoint(with: others)
    }
    if family == other { return true }
    switch (family, other) {
    // A test is 1 or 0 in SQLite and may be used for counting.
    case (.boolean, .number): return left.isCondition && !right.isConstantWord
    case (.number, .boolean): return right.isCondition && !left.isConstantWord
    case (.record(let type), .number), (.number, .record(let type)):
      return left.idType == type || right.idType == type
    // Dates and times sort as texts; a date sorts before the times of that day.
    case (.date, .dateTime), (.dateTime, .date): return isOrder
    default: return false
    }
  }
}

extension KindInference.Operand {
  static func retyped(_ operand: Self) -> Self { operand.node.map(Self.init) ?? operand }
}
