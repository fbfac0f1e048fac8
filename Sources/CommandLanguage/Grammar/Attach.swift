/// What `attach` says.
public struct AttachSyntax: Hashable, Sendable {
  /// What an interactor can follow.
  public enum Target: Hashable, Sendable {
    /// A property, for a label or a field.
    case property(PathSyntax)
    /// A record, for a form.
    case record(Spanned<RecordSyntax>)
  }

  /// The label, field or form.
  public var name: InteractorSyntax
  /// What it is to follow.
  public var target: Target

  /// Makes the wish that `name` follow `target`.
  public init(name: InteractorSyntax, target: Target) {
    self.name = name
    self.target = target
  }
}

extension Verb {
  static let attach = Verb(
    "attach",
    synopsis: "attach NAME to RECORD.PROPERTY · attach FORM to RECORD",
    summary: "Makes a label or field follow another property of the same kind, a form another "
      + "record of the same type.",
    examples: ["attach age to bob.age", "attach editor to bob"]
  ) { (parser: inout Parser) throws(SyntaxError) in
    let name = try parser.interactor("a label, field or form", .property)
    try parser.take("to")
    let (record, steps) = try parser.recordOrPath("a property or a record", .either)
    let target: AttachSyntax.Target =
      steps.isEmpty ? .record(record) : .property(PathSyntax(record: record, steps: steps))
    return .attach(AttachSyntax(name: name, target: target))
  }
}
