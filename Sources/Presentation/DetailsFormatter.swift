internal import Records

/// Shows every property of a record, in the order of its type.
public struct DetailsFormatter: Formatter {
  /// Makes the formatter, which has nothing to set.
  public init() {}

  /// One section without a title, with an item for each property, also for those that are nil.
  public func sections(for input: FormatterInput) -> [Section] {
    let record = input.record
    let items = record.type.properties.map { property in
      Item(title: property.name, property: property, value: record[property.name])
    }
    return [Section(items: items)]
  }
}
