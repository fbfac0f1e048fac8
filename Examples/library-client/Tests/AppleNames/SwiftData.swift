public protocol PersistentModel {}
public protocol SchemaMigrationPlan {}
public struct Query { public init() {} }
public struct Schema { public init() {} }
public struct Attribute { public init() {} }
public struct Relationship { public init() {} }
public struct FetchDescriptor { public init() {} }
public struct ModelContainer { public init() {} }
public struct ModelContext { public init() {} }
