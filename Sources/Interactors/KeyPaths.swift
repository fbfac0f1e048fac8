public import Records
public import Validation

// The compiler detects unknown properties in key paths, but not in names.

extension PropertyInteractor {
  /// Follows another property, like ``attach(to:_:)-(_,String)``.
  public final func attach<Owner: PropertySubject, Wrapped>(
    to subject: Owner, _ keyPath: KeyPath<Owner, Wrapped>
  ) {
    attach(to: subject, subject.propertyName(of: keyPath))
  }
}

extension LabelInteractor {
  /// Creates a label for an `@Observed` property.
  public convenience init<Owner: PropertySubject, Wrapped: PropertyValue>(
    _ subject: Owner, _ keyPath: KeyPath<Owner, Wrapped>, symbols: NumberSymbols = .english,
    isGrouped: Bool = false, isActive: Bool = true
  ) {
    self.init(
      subject, subject.propertyName(of: keyPath), symbols: symbols, isGrouped: isGrouped,
      isActive: isActive)
  }
}

extension DecimalLabelInteractor {
  /// Creates a label for an `@Observed` property with its own digits.
  public convenience init<Owner: PropertySubject, Wrapped: PropertyValue>(
    _ subject: Owner, _ keyPath: KeyPath<Owner, Wrapped>, digits: DecimalDigits? = nil,
    symbols: NumberSymbols = .english, isGrouped: Bool = false, isActive: Bool = true
  ) where Wrapped.Base: Numeric {
    self.init(
      subject, subject.propertyName(of: keyPath), digits: digits, symbols: symbols,
      isGrouped: isGrouped, isActive: isActive)
  }
}

extension DateLabelInteractor {
  /// Creates a label for an `@Observed` property with a date notation.
  public convenience init<Owner: PropertySubject, Wrapped: PropertyValue>(
    _ subject: Owner, _ keyPath: KeyPath<Owner, Wrapped>, dates: DateNotation = .iso,
    symbols: NumberSymbols = .english, isGrouped: Bool = false, isActive: Bool = true
  ) where Wrapped.Base == CalendarDate {
    self.init(
      subject, subject.propertyName(of: keyPath), dates: dates, symbols: symbols,
      isGrouped: isGrouped, isActive: isActive)
  }
}

extension ListInteractor {
  /// Creates an interactor for an `@Observed` array of objects, with its rows.
  ///
  /// - Parameter row: creates the interactor for an object; nil if the object has no row.
  public convenience init<Owner: PropertySubject, Item: PropertySubject>(
    _ subject: Owner, _ keyPath: KeyPath<Owner, [Item]>,
    isActive: Bool = true, row: @escaping (Item) -> (any InteractorProtocol)?
  ) {
    self.init(
      subject, subject.propertyName(of: keyPath), of: Item.self, isActive: isActive, row: row)
  }
}

extension FormInteractor {
  /// Creates a form with fields for `@Observed` properties, in this order, named after them.
  public convenience init<Owner: PropertySubject, each Wrapped: PropertyValue>(
    _ subject: Owner, _ keyPaths: repeat KeyPath<Owner, each Wrapped>,
    symbols: NumberSymbols = .english, isActive: Bool = true
  ) {
    var names: [String] = []
    for keyPath in repeat each keyPaths { names.append(subject.propertyName(of: keyPath)) }
    self.init(subject, names, symbols: symbols, isActive: isActive)
  }

  /// Returns the field for an `@Observed` property of the form's subject, such as
  /// `form.field(at: \Person.age)`; nil if the form has no such field.
  public func field<Owner: PropertySubject, Wrapped>(
    at keyPath: KeyPath<Owner, Wrapped>
  ) -> TextFieldInteractor? {
    (subject as? Owner).flatMap { field(at: $0.propertyName(of: keyPath)) }
  }
}

extension Calculation {
  /// Adds a dependency on an `@Observed` property; the subject is retained.
  public func depend<Owner: PropertySubject, Wrapped>(
    on subject: Owner, _ keyPath: KeyPath<Owner, Wrapped>
  ) {
    depend(on: subject, subject.propertyName(of: keyPath))
  }
}
