internal import Records

/// `in` with a list that is not written out.
extension ExpressionTranslator {
  /// Compares a value with what is in a list: `"a" in tags`, `ann in reviews.by`.
  ///
  /// - Parameter place: That of the operator.
  mutating func compare(
    _ left: Operand, withItemsOf node: Node, at place: Int
  ) throws(StoreError) {
    if case .missing = node.form { return noteLists() }
    let range = node.range
    let item: ExpressionNature
    if !isPortable, case .path(let path) = node.form, var gathering = try gather(path) {
      let type = gathering.source.type.map { PropertyKind.reference(to: $0.name) }
      let record = gathering.record ?? Fragment(sql: "NULL")
      let value = gathering.value ?? record
      item = gathering.value == nil ? ExpressionNature(parameter: type) : gathering.nature
      // With a NULL among them, nothing would be known not to be in the list.
      gathering.conditions.append(
        Fragment(sql: "\(value.sql) IS NOT NULL", bindings: value.bindings))
      try write(gathering, value, where: nil, in: range)
    } else {
      let list = try translate(node)
      try checkReadsOthers("an item of a list", at: range.lowerBound)
      guard case .list(let kind)? = list.nature.kind else {
        throw error(
          "expected a list after \"in\", not \(words(list))", at: range.lowerBound,
          hint: "a list is a property such as tags: [Text], or values in brackets")
      }
      item = ExpressionNature(parameter: kind)
      emission.enclose(range, "(SELECT value FROM json_each(", "))")
    }
    // With the operator, so that a message does not take the list for its items.
    let operands = [left, Operand(range: place...range.upperBound, nature: item)]
    try readTexts(operands)
    try checkKinds(operands)
    guard !needsHelp([left.nature, item]) else {
      throw error(
        "Decimals can only be compared one by one, not as a list", at: range.lowerBound)
    }
  }
}
