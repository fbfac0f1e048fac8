internal import Records

package struct Dependencies: Hashable, Sendable {
  /// The properties of the record itself that the expression reads, including `id`.
  package var ownProperties: Set<String> = []
  /// The properties of the record itself that are read outside of aggregates.
  package var bareProperties: Set<String> = []
  package var isAggregate = false
  package var hasWindow = false
  /// The paths to the other records that the expression reads; nil if a record is reached without a
  /// path.
  package var routes: Set<ReferencePath>? = []
  package var countedTypes: Set<String> = []
  /// Whether evaluation can fail where other programs return NULL, for example for a date after
  /// 9999.
  package var canFail = false

  package var others: Set<String> {
    countedTypes.union((routes ?? []).flatMap { $0.steps.map(\.target) })
  }

  private var visited: [Bool: Set<ObjectIdentifier>] = [:]

  /// Whether calculated values of the record itself count as properties.
  private let isStep: Bool

  init(_ node: ExpressionNode, isStep: Bool) {
    self.isStep = isStep
    add(node, isBare: true, isNested: false)
    visited = [:]
  }

  /// - Parameters:
  ///   - isBare: Whether the node is outside of aggregates.
  ///   - isNested: Whether the node is in a part, such as a subselect, whose aggregates do not make
  ///     the whole expression an aggregate.
  private mutating func add(_ node: ExpressionNode, isBare: Bool, isNested: Bool) {
    func addAll(_ nodes: [ExpressionNode]) {
      for node in nodes { add(node, isBare: isBare, isNested: isNested) }
    }
    if case .path(let path)? = node.meaning { add(path, isBare: isBare) }
    if case .rows(let path)? = node.meaning { add(path, isBare: isBare) }
    switch node.form {
    case .text, .date, .number, .sessionName, .constant, .path, .missing: break
    case .brackets(let nodes): addAll(nodes)
    case .subselect(let subselect): add(subselect, isBare)
    case .signed(_, let value), .not(let value), .exists(let value), .cast(let value, _):
      addAll([value])
    case .choice(let choice):
      addAll((choice.base.map { [$0] } ?? []) + choice.branches.map(\.condition) + choice.results)
    case .call(let call): add(call, node, isBare: isBare, isNested: isNested)
    case .operations(let first, let operations):
      addAll([first])
      for operation in operations { add(operation, isBare: isBare, isNested: isNested) }
    }
  }

  private mutating func add(
    _ call: ExpressionNode.Call, _ node: ExpressionNode, isBare: Bool, isNested: Bool
  ) {
    if case .rows = node.meaning {
      if let condition = call.condition {
        add(condition.node, isBare: isBare, isNested: true)
      }
      return
    }
    var countsRows =
      !isNested && call.window == nil
      && call.function?.isAggregate(call.arguments.count) ?? false
    if case .items? = call.plan { countsRows = false }
    if !isNested, call.window != nil { hasWindow = true }
    if countsRows { isAggregate = true }
    let isBare = isBare && !countsRows
    if case .operation(_, let plan)? = call.plan, plan.canFail { canFail = true }
    if case .wholeAmount? = call.plan { canFail = true }
    for node in call.arguments + (call.filter.map { [$0] } ?? []) + (call.window?.nodes ?? []) {
      add(node, isBare: isBare, isNested: isNested)
    }
  }

  private mutating func add(_ operation: ExpressionNode.Operation, isBare: Bool, isNested: Bool) {
    if operation.plan.canFail { canFail = true }
    switch operation.kind {
    case .sign(_, let node), .logic(_, let node), .isSame(_, let node), .amongItems(_, let node):
      add(node, isBare: isBare, isNested: isNested)
    case .between(_, let lower, let upper):
      add(lower, isBare: isBare, isNested: isNested)
      add(upper, isBare: isBare, isNested: isNested)
    case .among(_, let nodes):
      for node in nodes { add(node, isBare: isBare, isNested: isNested) }
    case .amongRows(_, let rows): add(rows, isBare)
    case .matches(_, _, let pattern, let escape):
      add(pattern, isBare: isBare, isNested: isNested)
      if let escape { add(escape, isBare: isBare, isNested: isNested) }
    case .isNull, .collate: break
    }
  }

  private mutating func add(_ subselect: ExpressionNode.Subselect, _ isBare: Bool) {
    routes = nil
    for table in subselect.common { add(table.body, isBare) }
    for core in subselect.cores {
      for source in core.sources {
        switch source.rows {
        case .table(let name): countedTypes.insert(name.text)
        case .subselect(let rows): add(rows, isBare)
        case .items(let list): add(list, isBare: isBare, isNested: true)
        }
      }
      let nodes = core.results.map(\.node) + core.conditions + core.terms + core.order
      for node in nodes + core.limits { add(node, isBare: isBare, isNested: true) }
    }
  }

  private mutating func add(_ path: ResolvedPath, isBare: Bool) {
    for case .property(_, _, _, let value?) in path.hops { add(value, isBare: isBare) }
    switch path.start {
    case .calculated(let value) where isStep && value.isOwn: own(value.property.name, isBare)
    case .calculated(let value): add(value, isBare: isBare)
    case .column(let name, let source) where source?.isOwn == true: own(name, isBare)
    case .row(let source) where source.isOwn: ownProperties.insert("id")
    case .calculatedKey(let key, _, _, _): add(key, isBare: isBare, isNested: true)
    case .column, .row, .given, .record, .key, .all: break
    }
    countedTypes.formUnion(path.countedTypes)
    for route in path.routes {
      if let route { routes?.insert(route) } else { routes = nil }
    }
  }

  private mutating func add(_ value: CalculatedValue, isBare: Bool) {
    // Iterates in dependency order, because recursion over a long chain would be deep.
    for value in value.sources + [value]
    where visited[isBare, default: []].insert(ObjectIdentifier(value)).inserted {
      add(value.tree, isBare: isBare, isNested: true)
    }
  }

  private mutating func own(_ name: String, _ isBare: Bool) {
    ownProperties.insert(name)
    if isBare { bareProperties.insert(name) }
  }
}
