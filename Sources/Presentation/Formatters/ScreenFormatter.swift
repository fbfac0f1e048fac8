public import Records

/// Converts models to the output for a view.
///
/// A presenter passes its models to a formatter, and the output to the view. Two formatters can
/// show the same record in different ways, without changing it, and can be tested without a view.
///
/// ```swift
/// struct RatingFormatter: ScreenFormatter {
///   func output(for show: Show) -> [ItemSection<RowID, RowKind>] { … }
/// }
/// ```
public protocol ScreenFormatter<Input, Output> {
  /// The models of the screen.
  associatedtype Input
  /// The output for the view, usually sections of items.
  associatedtype Output

  /// Formats the models.
  func output(for input: Input) -> Output
}

/// Shows the properties of a subject, followed by a section for each of its lists of records and
/// for each related list.
public struct DetailsFormatter: ScreenFormatter {
  private let row: ((any PropertySubject) -> String)?

  /// Creates the formatter.
  ///
  /// - Parameter row: returns the text for an item of a list; by default the values of its
  ///   properties, separated by commas.
  public init(row: ((any PropertySubject) -> String)? = nil) {
    self.row = row
  }

  /// Returns an untitled section of the properties, including those without a value, and a titled
  /// section for each list of records; an empty list has one item of the kind `none`.
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
    return [ItemSection(items: properties)] + lists
  }

  private func section(
    _ name: String, _ items: [any PropertySubject], _ input: FormatterInput
  ) -> DetailSection {
    guard !items.isEmpty else {
      return ItemSection(title: name, items: [Item(DetailID(.property(name)), .none, "no \(name)")])
    }
    let items = items.enumerated().map { index, subject in
      let owner =
        subject.recordID.map(DetailID.Owner.record) ?? .place(list: name, index: index)
      return Item(DetailID(owner), DetailKind.record, text(of: subject, input))
    }
    return ItemSection(title: name, items: items)
  }

  private func text(of subject: any PropertySubject, _ input: FormatterInput) -> String {
    if let row { return row(subject).writingOut(\.isControl) }
    return subject.properties.map { input.text(of: $0, in: subject) }.joined(separator: ", ")
  }
}
