import CommandLanguage
import Values

/// Writes a part of the tree in a short form without positions, so that tests are readable.
func sketch(_ value: Any) -> String {
  switch value {
  case let text as String: "'\(text)'"
  case let path as PathSyntax:
    ([sketch(path.record)] + path.steps.map(sketch(step:))).joined(separator: ".")
  case let interactor as InteractorSyntax:
    ([interactor.name.value] + interactor.steps.map(sketch(step:))).joined(separator: ".")
  case let path as SessionPath: ":" + path.names.map(\.value).joined(separator: ".")
  case let assignment as AssignmentSyntax:
    "\(assignment.property.value)=\(sketch(assignment.value))"
  case let record as RecordSyntax: sketch(record: record)
  case let key as Key: key.description
  case let text as QuotedText: "'\(text.value)'"
  case let expression as ExpressionSyntax: "(\(expression.text))"
  case let error as SyntaxError: "error '\(error.message)'"
  case let block as BlockSyntax: sketch(anything: block.statements)
  case let statement as Statement: sketch(statement.command)
  case let command as any CommandSyntax: sketch(fieldsOf: command)
  case let name as Name: name.value
  case let kind as PropertyKind: sketch(kind: kind)
  default: sketch(anything: value)
  }
}

/// Omits the name of a single part.
private func sketch(_ command: any CommandSyntax) -> String {
  let fields = sketch(fieldsOf: command)
  return fields.isEmpty && Mirror(reflecting: command).children.isEmpty
    ? type(of: command).verb.name : "\(type(of: command).verb.name) \(fields)"
}

private func sketch(fieldsOf command: any CommandSyntax) -> String {
  let mirror = Mirror(reflecting: command)
  guard mirror.displayStyle == .struct else { return sketch(anything: command) }
  let fields = Array(mirror.children)
  return fields.count == 1
    ? sketch(fields[0].value) : fields.compactMap(field).joined(separator: " ")
}

func firstPart<Part>(_: Part.Type = Part.self, of tree: Any) -> Part? {
  if let part = tree as? Part { return part }
  for child in Mirror(reflecting: tree).children {
    if let part = firstPart(Part.self, of: child.value) { return part }
  }
  return nil
}

private func sketch(step: PathStep) -> String {
  step.name.value + (step.index.map { "[\($0.value)]" } ?? "")
}

private func sketch(record: RecordSyntax) -> String {
  switch record {
  case .id(let type, let number): "\(type.value)/\(number)"
  case .key(let type, let value): "\(type.value)[\(sketch(value))]"
  case .name(let name): name.value
  }
}

private func sketch(kind: PropertyKind) -> String {
  switch kind {
  case .choice(let names): "choice [\(names.joined(separator: ", "))]"
  case .hex(let digits): "hex \(digits)"
  case .mask(let mask): "mask \(mask.pattern)"
  case .decimal(let integer, let fraction):
    "decimal \(integer.map(String.init) ?? "-") \(fraction.map { "\($0)" } ?? "-")"
  case .reference(let type): "reference \(type)"
  case .list(let item): "list \(sketch(kind: item))"
  case .records(let type): "list reference \(type)"
  case .text, .integer, .double, .boolean, .date, .dateTime, .month, .card, .url, .email, .iban:
    "\(kind)"
  case .phone(let country): "phone" + (country.map { " \($0)" } ?? "")
  case .time(let hasSeconds): hasSeconds ? "time seconds" : "time"
  case .duration(let hasSeconds): hasSeconds ? "duration seconds" : "duration"
  case .percent(let integer, let fraction):
    "percent \(integer.map(String.init) ?? "-") \(fraction.map { "\($0)" } ?? "-")"
  }
}

private func sketch(anything value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  switch mirror.displayStyle {
  case .optional: return mirror.children.first.map { sketch($0.value) } ?? "-"
  case .collection:
    return "[" + mirror.children.map { sketch($0.value) }.joined(separator: ", ") + "]"
  case .tuple: return mirror.children.map { sketch($0.value) }.joined(separator: " ")
  case .enum:
    guard let child = mirror.children.first, let name = child.label else { return "\(value)" }
    return "\(name) \(sketch(child.value))"
  case .struct:
    if "\(mirror.subjectType)".hasPrefix("Spanned") {
      return mirror.children.first.map { sketch($0.value) } ?? ""
    }
    if mirror.children.isEmpty { return "\(value)" }
    return mirror.children.compactMap(field).joined(separator: " ")
  default: return "\(value)"
  }
}

/// Omits missing values and positions.
private func field(_ child: Mirror.Child) -> String? {
  if type(of: child.value) == SourceSpan.self { return nil }
  let label = child.label ?? ""
  // The options are listed individually.
  if label == "optionTexts" { return nil }
  if let flag = child.value as? Bool { return flag ? label : nil }
  let mirror = Mirror(reflecting: child.value)
  if mirror.displayStyle == .optional {
    guard let some = mirror.children.first?.value else { return nil }
    return some is SourceSpan ? label : "\(label): \(sketch(some))"
  }
  if mirror.displayStyle == .collection, mirror.children.isEmpty { return nil }
  return "\(label): \(sketch(child.value))"
}
