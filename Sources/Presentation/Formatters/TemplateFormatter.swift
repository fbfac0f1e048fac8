internal import Records

/// Shows a subject by a ``Template``: a section with an item for each line.
///
/// A line that contains only values of one list item is about that item; all other lines are about
/// the subject. If the template cannot be rendered, the section has an item of the kind `failure`
/// with the reason.
public struct TemplateFormatter: ScreenFormatter {
  /// The name of the formatter, which is the title of its section.
  public var name: String
  /// The template that produces the lines.
  public var template: Template

  /// Creates a formatter; messages contain its name.
  public init(_ name: String, _ template: Template) {
    self.name = name
    self.template = template
  }

  /// Returns a section of the lines, without empty lines at the end.
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
