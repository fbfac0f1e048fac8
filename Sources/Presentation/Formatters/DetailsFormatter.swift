internal import Interactors
public import Records

/// Shows every property of a subject, and then each of its lists of records as a section.
public struct DetailsFormatter: ScreenFormatter {
  private let row: ((any Subject) -> String)?

  /// Makes the formatter.
  ///
  /// - Parameter row: what is said of an item of a list; without it the values of its properties,
  ///   with commas between them.
  public init(row: ((any Subject) -> String)? = nil) {
    self.row = row
  }

  /// A section without a title of the properties, also of those that are nil, and one for each
  /// list; a list without items has one of the kind `none`.
  public func output(for input: FormatterInput) -> [DetailSection] {
    var properties: [DetailItem] = []
    var lists: [DetailSection] = []
    for property in input.subject.properties {
      if let items = input.items(of: property.name, in: input.subject) {
        lists.append(section(property.name, items, input))
      } else {
        let text = input.text(of: property, in: input.subject)
        properties.append(Item(DetailID(.property(property.name)), .property, text))
      }
    }
    for (name, items) in input.related.sorted(by: { $0.key < $1.key })
    where input.subject.property(named: name) == nil {
      lists.append(section(name, items, input))
    }
    return [Section(items: properties)] + lists
  }

  private func section(
    _ name: String, _ items: [any Subject], _ input: FormatterInput
  ) -> DetailSection {
    guard !items.isEmpty else {
      return Section(title: name, items: [Item(DetailID(.property(name)), .none, "no \(name)")])
    }
    let items = items.enumerated().map { index, subject in
      let owner =
        subject.recordID.map(DetailID.Owner.record) ?? .place(list: name, index: index)
      return Item(DetailID(owner), DetailKind.record, text(of: subject, input))
    }
    return Section(title: name, items: items)
  }

  private func text(of subject: any Subject, _ input: FormatterInput) -> String {
    if let row { return row(subject).writingOut(\.isControl) }
    return subject.properties.map { input.text(of: $0, in: subject) }.joined(separator: ", ")
  }
}
