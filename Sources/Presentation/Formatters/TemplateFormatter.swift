internal import Records

/// Shows a subject by a ``Template``: a section with an item for each line.
///
/// A line with values of an item of a list, and no other, is about that item; every other line is
/// about the subject. Where the template cannot be shown of the subject, the section says why in an
/// item of the kind `failure`.
public struct TemplateFormatter: ScreenFormatter {
  /// The name of the formatter, which is the title of its section.
  public var name: String
  /// What writes the lines.
  public var template: Template

  /// Makes a formatter of a name, which messages use too.
  public init(_ name: String, _ template: Template) {
    self.name = name
    self.template = template
  }

  /// The section of the lines; empty ones at the end are left out.
  public func output(for input: FormatterInput) -> [DetailSection] {
    do {
      let lines = try template.lines(for: input)
      let subject = input.subject.recordID.map(DetailID.Owner.record) ?? .subject
      var counts: [DetailID.Owner: Int] = [:]
      let items = lines.map { line in
        let owner = line.owner ?? subject
        counts[owner, default: 0] += 1
        return Item(
          DetailID(owner, line: counts[owner] ?? 1),
          line.owner == nil ? DetailKind.text : .record, line.text)
      }
      return [Section(title: name, items: items)]
    } catch {
      let text = "\(name) cannot be shown, line \(error.line): \(error.message)"
      return [Section(title: name, items: [Item(DetailID(.subject), .failure, text)])]
    }
  }
}
