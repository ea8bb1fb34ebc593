pub mod site;
