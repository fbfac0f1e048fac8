public import Records

/// Shows a subject by a ``Template``: a section with an item for each line.
///
/// A line with values of a list item is about that item, and in nested lists about the innermost
/// one; the record of a section for a reference counts as an item. A line without such values, or
/// with values of items that do not contain each other, is about the subject.
///
/// If the template cannot be rendered, the section has an item of the kind `failure` with the
/// reason.
public struct TemplateFormatter: ScreenFormatter {
  /// The name of the formatter, which is the title of its section.
  public var name: String
  /// The template that produces the lines.
  public var template: Template
  /// Whether ``FormatterInput/localLabel`` formats the values.
  public var isLocal: Bool

  /// Creates a formatter; messages contain its name.
  public init(_ name: String, _ template: Template, isLocal: Bool = false) {
    self.name = name
    self.template = template
    self.isLocal = isLocal
  }

  /// Returns a section of the lines, without empty lines at the end.
  public func output(for input: FormatterInput) -> [DetailSection] {
    var input = input
    if isLocal, let label = input.localLabel { input.label = label }
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
      return [ItemSection(title: name, items: items)]
    } catch {
      let text = "\(name) cannot be shown, line \(error.line): \(error.message)"
      return [ItemSection(title: name, items: [Item(DetailID(.subject), .failure, text)])]
    }
  }
}

/// A ``TemplateFormatter`` whose output is cached until a value that the template has read changes.
///
/// ```swift
/// let ratings = LiveFormatter(TemplateFormatter("ratings", template))
/// presenter.subjects = { [$0.subject] + ratings.found }
/// ```
public final class LiveFormatter: ScreenFormatter {
  private struct Place: Hashable {
    var subject: ObjectIdentifier
    var property: String
  }

  private struct Reading {
    var subject: any PropertySubject
    var value: Value?
  }

  /// The records that the formatter has found through references and lists, without duplicates.
  public var found: [any PropertySubject] { Array(foundByID.values) }

  private let base: TemplateFormatter
  private var sections: [DetailSection]?
  private weak var subject: (any PropertySubject)?
  private var readings: [Place: Reading] = [:]
  private var foundByID: [ObjectIdentifier: any PropertySubject] = [:]

  /// Creates a formatter that caches the output of another formatter.
  public init(_ base: TemplateFormatter) {
    self.base = base
  }

  /// Discards the cache, for example after a change of the locale.
  public func forget() { sections = nil }

  /// Returns the output of the other formatter; from the cache if the subject is the same, and no
  /// value that the formatter has read has changed.
  ///
  /// Nothing is cached for an input with ``FormatterInput/related`` lists, because their changes
  /// cannot be detected.
  ///
  /// - Complexity: O(*n*) in the number of properties read, if nothing has changed.
  public func output(for input: FormatterInput) -> [DetailSection] {
    if let sections, subject === input.subject, input.related.isEmpty, isCurrent { return sections }
    subject = input.subject
    readings = [:]
    foundByID = [:]
    var noting = input
    noting.noteReading = { subject, name in
      let place = Place(subject: ObjectIdentifier(subject), property: name)
      if self.readings[place] == nil {
        self.readings[place] = Reading(subject: subject, value: subject.value(of: name))
      }
    }
    noting.find = { id in
      let found = input.find(id)
      if let found { self.foundByID[ObjectIdentifier(found)] = found }
      return found
    }
    let new = base.output(for: noting)
    sections = input.related.isEmpty ? new : nil
    return new
  }

  private var isCurrent: Bool {
    readings.allSatisfy { place, reading in
      reading.subject.value(of: place.property) == reading.value
    }
  }
}
