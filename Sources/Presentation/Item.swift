public import Records

/// One thing that is shown: a property of a record under its name.
public struct Item {
  public var title: String
  public var property: Property
  public var value: Value?

  public init(title: String, property: Property, value: Value?) {
    self.title = title
    self.property = property
    self.value = value
  }
}
