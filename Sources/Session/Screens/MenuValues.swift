internal import CommandLanguage
internal import Records
internal import Replies

/// The values that a command of a menu needs besides the selected record.
struct MenuValues {
  private let command: UserCommand
  private let context: CommandContext
  private let keys: KeyboardEditing
  private let span: SourceSpan
  private var bindings: [String: Binding] = [:]

  init(
    of command: UserCommand, _ given: [AssignmentSyntax], _ context: CommandContext,
    _ keys: KeyboardEditing, at span: SourceSpan
  ) throws(Diagnostic) {
    (self.command, self.context, self.keys, self.span) = (command, context, keys, span)
    for assignment in given {
      let name = assignment.property
      guard let parameter = parameters.first(where: { $0.name == name.value }) else {
        throw Diagnostic(
          unknown: "\(command.name.asName) has no parameter \(name.value.asName)", name,
          among: parameters.map(\.name))
      }
      let binding = try context.resolver.binding(of: parameter, to: assignment.value)
      guard bindings.updateValue(binding, forKey: parameter.name) == nil else {
        throw Diagnostic(.syntax, "\(name.value.asName) is given twice", at: name.span)
      }
    }
  }

  private var parameters: ArraySlice<UserCommand.Parameter> { command.parameters.dropFirst() }

  /// Returns the values in parameter order, with defaults; asks an interactive user if values are
  /// missing or a screen is shown.
  ///
  /// - Returns: Nil if the user cancels.
  mutating func complete() throws(Diagnostic) -> [Binding]? {
    let isMissing = parameters.contains { bindings[$0.name] == nil && $0.isRequired }
    if isMissing || keys.showOnScreen != nil, context.runner.isAtPrompt, keys.canShowForms {
      guard try ask() else { return nil }
    }
    var values: [Binding] = []
    for parameter in parameters {
      if let binding = bindings[parameter.name] {
        values.append(binding)
      } else if let binding = try context.resolver.default(of: parameter) {
        values.append(binding)
      } else {
        let (name, missing) = (command.name.asName, parameter.name.asName)
        throw Diagnostic(
          .value, "\(name) needs a value for \(missing)", at: span,
          hint: "do \(name) \(missing)=VALUE")
      }
    }
    return values
  }

  /// Returns false if the user cancels.
  private mutating func ask() throws(Diagnostic) -> Bool {
    var properties: [Property] = []
    var initial: [String: Value?] = [:]
    for parameter in parameters where bindings[parameter.name] == nil {
      guard let definition = parameter.definition, parameter.canBeAsked else { continue }
      var property = try Property(definition, zoneOffset: context.resolver.zoneOffset)
      property.givenDefault = nil
      properties.append(property)
      switch try context.resolver.default(of: parameter) {
      case .record(let id)?: initial[property.name] = .reference(id)
      case .value(let value?, _)?: initial[property.name] = value
      default: break
      }
    }
    guard !properties.isEmpty else { return true }
    let type: RecordType
    do {
      // The usage text is unlikely to be the name of a stored type.
      type = try RecordType(command.usage, properties)
    } catch {
      throw Diagnostic(.refused, error.message, at: span)
    }
    let title = command.caption ?? command.name
    guard let values = try keys.ask(type, initial, as: title, at: span) else { return false }
    for property in properties {
      bindings[property.name] = Binding(values[property.name] ?? nil, of: property)
    }
    return true
  }
}
