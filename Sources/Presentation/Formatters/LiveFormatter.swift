public import Records

/// A ``TemplateFormatter`` that formats a subject again only where something that it has read has
/// changed.
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
    var subject: any Subject
    var value: Value?
  }

  /// The subjects that the one of the screen leads to and that are shown, each once.
  public var found: [any Subject] { Array(foundByID.values) }

  private let base: TemplateFormatter
  private var sections: [DetailSection]?
  private weak var subject: (any Subject)?
  private var readings: [Place: Reading] = [:]
  private var foundByID: [ObjectIdentifier: any Subject] = [:]

  /// Makes a formatter of another one, which is asked as rarely as can be.
  public init(_ base: TemplateFormatter) {
    self.base = base
  }

  /// Has all of it formatted the next time, as when it is to be written in another locale.
  public func forget() { sections = nil }

  /// What the other formatter shows, or has shown where nothing has changed that it has read.
  ///
  /// - Complexity: O(*n*) in the properties that it has read where nothing has changed.
  public func output(for input: FormatterInput) -> [DetailSection] {
    if let sections, subject === input.subject, isCurrent { return sections }
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
    // Of lists that are no properties nobody knows whether they have changed.
    sections = input.related.isEmpty ? new : nil
    return new
  }

  private var isCurrent: Bool {
    readings.allSatisfy { place, reading in
      reading.subject.value(of: place.property) == reading.value
    }
  }
}
