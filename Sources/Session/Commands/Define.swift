internal import CommandLanguage
internal import RecordStore
internal import Records

extension Session {
  /// `define`: makes a type; one that is already so is left alone.
  func define(_ command: DefineSyntax) throws(Diagnostic) {
    let type = try RecordType(command)
    if store.type(named: type.name) == type { return }
    if names[type.name] != nil {
      try checkIsFree(command.type)
    }
    if let clash = names.clash(with: type.name), let binding = names[clash] {
      throw Diagnostic(.name, "\"\(clash)\" is \(binding.noun) already", at: command.type.span)
    }
    try change(store.define(type), at: command.type.span, as: .schema)
  }
}

extension RecordType {
  /// The type that a command defines.
  init(_ command: DefineSyntax) throws(Diagnostic) {
    var properties: [Property] = []
    for syntax in command.properties { properties.append(try Property(syntax)) }
    do {
      try self.init(command.type.value, properties)
    } catch {
      let culprit = command.properties.last { $0.name.value == error.property }
      throw Diagnostic(.value, error.message, at: culprit?.name.span ?? command.type.span)
    }
  }
}

extension Property {
  /// The property that a definition describes, consistent in itself.
  init(_ syntax: PropertySyntax) throws(Diagnostic) {
    var property = Property(
      syntax.name.value, PropertyKind(syntax.kind.value), isOptional: syntax.isOptional,
      isKey: syntax.key != nil, isUnique: syntax.unique != nil)
    if let range = syntax.range {
      var bounds: [Value?] = []
      for bound in [range.lower, range.upper] {
        bounds.append(try bound.flatMap { bound throws(Diagnostic) in try Value(literal: bound) })
      }
      property.range = ValueRange(bounds[0], bounds[1])
    }
    if let length = syntax.length {
      property.length = LengthRange(
        minimum: length.lower?.value ?? 0, maximum: length.upper?.value)
    }
    let spans = [syntax.initial?.span, syntax.range?.span, syntax.length?.span]
    if let initial = syntax.initial {
      guard let value = try Value(literal: initial) else {
        throw Diagnostic(.value, "a default is a value, not nil", at: initial.span)
      }
      property.givenDefault = value
    }
    do {
      self = try property.consistent()
    } catch {
      throw Diagnostic(
        .value, error.message, at: spans.lazy.compactMap(\.self).first ?? syntax.span)
    }
  }
}

extension PropertyKind {
  init(_ syntax: KindSyntax) {
    switch syntax {
    case .text: self = .text
    case .integer: self = .integer
    case .decimal(let integer, let fraction):
      self = .decimal(integerDigits: integer?.value, fractionDigits: fraction?.value)
    case .double: self = .double
    case .boolean: self = .boolean
    }
  }
}
