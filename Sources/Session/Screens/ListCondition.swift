internal import CommandLanguage
internal import Interactors
internal import RecordStore
internal import Records
internal import Replies
internal import Validation
internal import Workspace

/// A condition that a user adds to a list: compares a property with a value typed in a field.
package struct ListCondition: Hashable, Sendable {
  private static let operators = ["=", "!=", "<", "<=", ">", ">="]

  /// A column heading or a property name.
  package var property: String
  /// A comparison, or `contains`.
  package var op: String
  /// The value as typed; empty to compare with nil.
  package var value: String

  package init(property: String, op: String, value: String) {
    (self.property, self.op, self.value) = (property, op, value)
  }

  fileprivate func text(
    for column: ListedColumn, by context: CommandContext
  ) throws(Diagnostic) -> String {
    let (name, property) = (column.expression.text, column.property)
    if op == "contains" {
      var name = name
      if let type = property.kind.recordType.flatMap(context.store.schema.type(named:)),
        let title = type.title ?? type.key
      {
        name += ".\(title.name.asName)"
      }
      return "contains(text(\(name)), \(Value.text(value).literal(of: nil)))"
    }
    guard Self.operators.contains(op) else {
      throw Diagnostic(.value, "unknown comparison \"\(op)\"")
    }
    guard !value.isEmpty else {
      switch op {
      case "=": return "\(name) is null"
      case "!=": return "\(name) is not null"
      default: throw Diagnostic(.value, "\(property.name): a value is missing")
      }
    }
    let value = try value(of: property, by: context)
    if case .reference(let id) = value {
      return "\(name) \(op) \(try context.resolver.written(id))"
    }
    return "\(name) \(op) \(value.literal(of: property))"
  }

  /// Parses the text like a paste into a field of the property.
  private func value(
    of property: Property, by context: CommandContext
  ) throws(Diagnostic) -> Value {
    let options = FieldOptions(context.workspace.notation)
    let limits = try inWorkspace(context.workspace.editing.limits(of: property, options))
    if let references = limits.references {
      guard let id = references[value] else {
        throw Diagnostic(.value, "\(property.name): no record is called \"\(value)\"")
      }
      return .reference(id)
    }
    var editor = FieldEditor(format: limits.format, text: "")
    if case .rejected(let rejection) = editor.press(.paste(value)) {
      throw Diagnostic(.value, "\(property.name): \(rejection.message)")
    }
    switch editor.content {
    case .complete(let value): return value
    case .incomplete(let reason):
      throw Diagnostic(.value, "\(property.name): \(reason.description)")
    case .empty: throw Diagnostic(.value, "\(property.name): a value is missing")
    }
  }
}

extension ScreenDefinition {
  /// Returns the definition of the list with additional conditions and another order.
  ///
  /// - Parameter order: The heading of a column, with ` desc` to reverse the order; nil or empty
  ///   for the order of the definition.
  func narrowed(
    by conditions: [ListCondition], order: String?, _ context: CommandContext
  ) throws(Diagnostic) -> ScreenDefinition {
    guard let listing, var query = listing.query as? QuerySyntax else { return self }
    let type = try context.resolver.type(query.type)
    for condition in conditions {
      let column = try query.column(condition.property, of: type, context)
      let text = try condition.text(for: column, by: context)
      let parsed = try Self.query("list \(type.name.asName) where \(text)", context)
      guard let added = parsed.condition else { continue }
      query.condition = query.condition.map { $0.and(added) } ?? added
    }
    if let order, !order.isEmpty {
      let isDescending = order.hasSuffix(" desc")
      let heading = isDescending ? String(order.dropLast(5)) : order
      query.order = [
        OrderSyntax(
          try query.column(heading, of: type, context).expression, isDescending: isDescending)
      ]
    }
    // Report errors before the screen is replaced.
    _ = try context.resolver.table(query, of: type)
    var definition = self
    definition.listing = Listing(query: query, opens: listing.opens)
    return definition
  }

  private static func query(
    _ text: String, _ context: CommandContext
  ) throws(Diagnostic) -> QuerySyntax {
    let statement = try Script(.prompt, context.runner.verbs).statement(of: text)
    guard case .query(let query)? = statement.map(\.command).flatMap(CommandContent.init) else {
      throw Diagnostic(.syntax, "this is not a condition")
    }
    return query
  }
}

private struct ListedColumn {
  var expression: ExpressionSyntax
  /// Validates values; for an expression, a property of its kind.
  var property: Property
}

extension QuerySyntax {
  fileprivate func column(
    _ heading: String, of type: RecordType, _ context: CommandContext
  ) throws(Diagnostic) -> ListedColumn {
    let table = try context.resolver.table(self, of: type)
    if !columns.isEmpty, let index = table.headers.firstIndex(where: { $0.name == heading }) {
      let header = table.headers[index]
      return ListedColumn(
        expression: columns[index].expression,
        property: header.property ?? Property(heading, header.kind ?? .text))
    }
    let property = try context.resolver.property(Name(heading, at: .nowhere), of: type)
    return ListedColumn(
      expression: .property(Name(property.name, at: .nowhere)), property: property)
  }
}
