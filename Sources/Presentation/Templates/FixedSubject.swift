internal import Records

final class FixedSubject: Subject {
  let propertyChanged = PropertyChanged()
  private let values: [(property: Property, value: Value)]

  init(_ values: [(Property, Value)]) { self.values = values }

  convenience init(texts: [String: String], and others: [(Property, Value)] = []) {
    self.init(texts.map { (Property($0, .text), .text($1)) } + others)
  }

  func property(named name: String) -> Property? {
    values.first { $0.property.name == name }?.property
  }
  func value(of name: String) -> Value? { values.first { $0.property.name == name }?.value }
}
